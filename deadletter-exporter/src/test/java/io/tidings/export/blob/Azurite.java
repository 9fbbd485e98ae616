package io.tidings.export.blob;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Azurite, and an owner of its one storage account who creates containers and reads blobs. */
public final class Azurite implements AutoCloseable {
    /** Publicly known, of every Azurite. */
    public static final String ACCOUNT = "devstoreaccount1";

    public static final String KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
    private static final String VERSION = "2021-08-06";
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final NodeServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    private Azurite(NodeServer server) {
        this.server = server;
    }

    public static Azurite start(Path data, int port) {
        return new Azurite(NodeServer.azurite(data, port));
    }

    public String endpoint() {
        return server.url() + "/" + ACCOUNT;
    }

    /** What a setting would say. */
    public String uri() {
        return "azblob://?endpoint=" + endpoint() + "&account_key=" + KEY;
    }

    public void createContainer(String name) throws IOException, InterruptedException {
        var answer = client.send(
                signed("PUT", "/" + name, "?restype=container", "\nrestype:container")
                        .PUT(HttpRequest.BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 201) {
            throw new IOException("container " + name + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    public byte[] read(String path) throws IOException, InterruptedException {
        return answer(path, "", "");
    }

    /** The names of all blobs of a container, as XML. */
    public String list(String container) throws IOException, InterruptedException {
        return new String(
                answer("/" + container, "?comp=list&restype=container", "\ncomp:list\nrestype:container"), UTF_8);
    }

    private byte[] answer(String path, String query, String canonicalQuery) throws IOException, InterruptedException {
        var answer =
                client.send(signed("GET", path, query, canonicalQuery).GET().build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IOException(path + ": " + answer.statusCode());
        }
        return answer.body();
    }

    /** By Azure's scheme of a shared key. */
    private HttpRequest.Builder signed(String method, String path, String query, String canonicalQuery) {
        var date = DATE.format(Instant.now());
        var resource = "/" + ACCOUNT + "/" + ACCOUNT + path + canonicalQuery;
        var text = method + "\n".repeat(12) + "x-ms-date:" + date + "\nx-ms-version:" + VERSION + "\n" + resource;
        return HttpRequest.newBuilder(URI.create(endpoint() + path + query))
                .header("x-ms-date", date)
                .header("x-ms-version", VERSION)
                .header("Authorization", "SharedKey " + ACCOUNT + ":" + signature(text));
    }

    private static String signature(String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its data stays: killed, it would lose what it wrote within the last seconds. */
    public void stop() {
        server.stop();
    }

    @Override
    public void close() {
        server.close();
        client.close();
    }
}
