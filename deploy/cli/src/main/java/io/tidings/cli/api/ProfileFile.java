package io.tidings.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.cli.terminal.CommandFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The file with the profiles, as JSON. Only its owner can read it, because it holds tokens. */
public record ProfileFile(Path path) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CURRENT = "current";
    private static final String PROFILES = "profiles";
    private static final String URL = "url";
    private static final String TOKEN = "token";

    /** {@code ~/.config/tidings/config}, or its place below {@code XDG_CONFIG_HOME}. */
    public static ProfileFile of(Map<String, String> environment) {
        var folder = environment.get("XDG_CONFIG_HOME");
        var home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        return new ProfileFile((folder == null ? Path.of(home, ".config") : Path.of(folder)).resolve("tidings/config"));
    }

    public ProfileList read() {
        try {
            return Files.exists(path) ? profiles(JSON.readTree(Files.readString(path, UTF_8))) : ProfileList.EMPTY;
        } catch (JsonProcessingException e) {
            throw CommandFailure.usage(
                    "%s is no JSON (%s): repair or delete it.".formatted(path, e.getOriginalMessage()));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("%s: %s. Repair or delete the file.".formatted(path, e.getMessage()));
        } catch (IOException e) {
            throw CommandFailure.usage("%s cannot be read: %s".formatted(path, e.getMessage()));
        }
    }

    private static ProfileList profiles(JsonNode json) {
        var byName = new TreeMap<String, Profile>();
        json.path(PROFILES).properties().forEach(each -> {
            var token = each.getValue().path(TOKEN).asText("");
            var url = URI.create(each.getValue().path(URL).asText(""));
            byName.put(each.getKey(), new Profile(each.getKey(), url, token.isEmpty() ? null : new Token(token)));
        });
        var current = json.path(CURRENT).asText("");
        return new ProfileList(current.isEmpty() ? null : current, byName);
    }

    public void write(ProfileList list) {
        var json = JsonNodeFactory.instance.objectNode();
        if (list.current() != null) {
            json.put(CURRENT, list.current());
        }
        var profiles = json.putObject(PROFILES);
        for (var profile : list.sorted()) {
            var object =
                    profiles.putObject(profile.name()).put(URL, profile.url().toString());
            if (profile.token() != null) {
                object.put(TOKEN, profile.token().value());
            }
        }
        try {
            replace(json.toPrettyString() + "\n");
        } catch (IOException e) {
            throw CommandFailure.usage("%s cannot be written: %s".formatted(path, e.getMessage()));
        }
    }

    private void replace(String content) throws IOException {
        var folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
        Files.createDirectories(folder);
        var written = Files.createTempFile(folder, "config", ".new", ownerOnly(folder));
        Files.writeString(written, content, UTF_8);
        Files.move(written, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static FileAttribute<?>[] ownerOnly(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
