package io.tidings.export.blob;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The URI of a cloud storage in a setting: {@code azblob://CONTAINER/FOLDER?OPTION=VALUE&…}. It is shown without its
 * options, because some are secrets.
 *
 * @param bucket that holds all containers as folders; empty if each container is a bucket
 * @param folder of the containers in the bucket; empty or with a slash at its end
 */
record StorageUri(Cloud cloud, String bucket, String folder, Map<String, String> options) {
    private static final Pattern FORM =
            Pattern.compile("([a-z0-9]+)://([a-z0-9][a-z0-9._-]*)?(?:/([a-zA-Z0-9._/-]*))?(?:\\?(.*))?");
    private static final Pattern HEX = Pattern.compile("%[0-9a-fA-F]{2}");
    private static final Pattern SECRET = Pattern.compile(".*(key|token|secret|credential).*");
    private static final Pattern QUERY = Pattern.compile("\\?[^\\s\"')]*");

    StorageUri {
        options = Map.copyOf(options);
    }

    /** @throws IllegalArgumentException if the text is invalid; the message contains no option's value */
    static StorageUri parse(String text) {
        var form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("it has not the form SCHEME://BUCKET/FOLDER?OPTION=VALUE");
        }
        var cloud = Cloud.of(form.group(1))
                .orElseThrow(() -> new IllegalArgumentException(
                        "this release does not write to " + form.group(1) + "://, but to file, azblob, s3 and gs"));
        var bucket = form.group(2) == null ? "" : form.group(2);
        var folder = form.group(3) == null ? "" : form.group(3).replaceAll("/+$", "");
        if (bucket.isEmpty() && !folder.isEmpty()) {
            throw new IllegalArgumentException("it names a folder, but no " + cloud.bucketOption() + " before it");
        }
        var options = options(form.group(4) == null ? "" : form.group(4), cloud);
        return new StorageUri(cloud, bucket, folder.isEmpty() ? "" : folder + "/", options);
    }

    private static Map<String, String> options(String query, Cloud cloud) {
        var options = new LinkedHashMap<String, String>();
        for (var option : query.isEmpty() ? new String[0] : query.split("&")) {
            int equals = option.indexOf('=');
            var name = equals < 0 ? "…" : option.substring(0, equals); // without =, it may be half of a secret
            if (!cloud.options().contains(name)) {
                throw new IllegalArgumentException("\"" + name + "\" is no option of " + cloud.scheme()
                        + "://; these are: " + String.join(", ", new TreeSet<>(cloud.options())));
            }
            options.put(name, decoded(option.substring(equals + 1)));
        }
        return options;
    }

    /** Decodes percent signs only, because many keys contain a plus sign. */
    private static String decoded(String text) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                bytes.writeBytes(String.valueOf(c).getBytes(UTF_8));
            } else if (HEX.matcher(text).region(i, text.length()).lookingAt()) {
                bytes.write(Integer.parseInt(text, i + 1, i + 3, 16));
                i += 2;
            } else {
                throw new IllegalArgumentException("an option has a % that is not followed by two digits");
            }
        }
        return bytes.toString(UTF_8);
    }

    /**
     * Adds the account's name and endpoint, which Azure needs.
     *
     * @param account null for all accounts without a setting of their own
     */
    StorageUri of(@Nullable String account) {
        if (cloud != Cloud.AZURE_BLOB || options.containsKey("account_name")) {
            return this;
        }
        if (account == null) {
            throw new IllegalArgumentException("it names no storage account: add ?account_name=NAME, or set it as "
                    + BlobStores.SETTING + ".NAME");
        }
        var known = new HashMap<>(options);
        known.put("account_name", account);
        return new StorageUri(cloud, bucket, folder, known);
    }

    /** OpenDAL's configuration of one container. */
    Map<String, String> configuration(String container) {
        var configuration = new HashMap<>(options);
        configuration.put(cloud.bucketOption(), bucket.isEmpty() ? container : bucket);
        configuration.put("root", bucket.isEmpty() ? "/" : "/" + folder + container + "/");
        if (cloud == Cloud.AZURE_BLOB || options.containsKey("endpoint")) {
            configuration.put("endpoint", endpoint());
        }
        return configuration;
    }

    /** The URL for readers. */
    String url(String container, String name) {
        return endpoint() + "/" + (bucket.isEmpty() ? container : bucket + "/" + folder + container) + "/" + name;
    }

    private String endpoint() {
        var own = options.get("endpoint");
        if (own != null) {
            return own.replaceAll("/+$", "");
        }
        return switch (cloud) {
            case AZURE_BLOB -> "https://" + options.getOrDefault("account_name", "") + ".blob.core.windows.net";
            case S3 -> "https://s3." + options.getOrDefault("region", "us-east-1") + ".amazonaws.com";
            case GOOGLE -> "https://storage.googleapis.com";
        };
    }

    /** Removes the values of secret options, and the queries of URLs, from a sentence of the library. */
    String withoutSecrets(String sentence) {
        var shown = QUERY.matcher(sentence).replaceAll("?…");
        for (var option : options.entrySet()) {
            if (SECRET.matcher(option.getKey()).matches() && !option.getValue().isEmpty()) {
                shown = shown.replace(option.getValue(), "…");
            }
        }
        return shown;
    }

    @Override
    public String toString() {
        return cloud.scheme() + "://" + bucket + (folder.isEmpty() ? "" : "/" + folder);
    }
}
