package io.tidings.ingest.console;

import io.tidings.contract.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/**
 * A file that browsers load.
 *
 * @param entityTag of its content, whether compressed or not
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ConsoleFile(String contentType, byte[] content, byte[] compressed, String entityTag) {
    private static final int TAG_BYTES = 12;

    /** @param name its ending decides on the content type */
    static ConsoleFile of(String name, byte[] content) {
        return new ConsoleFile(contentType(name), content, gzip(content), "W/\"" + hash(content) + "\"");
    }

    /** Returns whether browsers may load files of this name. */
    static boolean isServed(String name) {
        return name.matches("[a-z0-9-]+(/[a-z0-9-]+)*\\.(html|js|css|svg|json)");
    }

    private static String contentType(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            case "json" -> "application/json; charset=utf-8";
            default -> throw new IllegalArgumentException("the content type of " + name + " is not known");
        };
    }

    private static byte[] gzip(byte[] content) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException("compressing in memory", e);
        }
        return bytes.toByteArray();
    }

    private static String hash(byte[] content) {
        return HexFormat.of().formatHex(Sha256.of(content), 0, TAG_BYTES);
    }
}
