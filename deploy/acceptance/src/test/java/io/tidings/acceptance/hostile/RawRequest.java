package io.tidings.acceptance.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** An HTTP request as its bytes; no client library stands between it and the server. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RawRequest(String method, String path, Map<String, String> headers, byte[] body) {
    private static final String[] METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "BREW"
    };

    public static RawRequest of(String method, String path, String contentType, String body, String... headers) {
        var all = new LinkedHashMap<String, String>();
        all.put("Host", "localhost");
        all.put("Content-Type", contentType);
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return new RawRequest(method, path, all, body.getBytes(UTF_8));
    }

    /** Mostly the body is spoiled, now and then what stands before it. */
    public RawRequest spoiled(RequestMutation mutation, RandomGenerator random) {
        return switch (random.nextInt(10)) {
            case 0 -> new RawRequest(METHODS[random.nextInt(METHODS.length)], path, headers, mutation.of(body));
            case 1 -> new RawRequest(method, mutation.ofLine(path).replace(' ', '+'), headers, body);
            case 2, 3 -> new RawRequest(method, path, spoiledHeaders(mutation, random), mutation.of(body));
            default -> new RawRequest(method, path, headers, mutation.of(body));
        };
    }

    private Map<String, String> spoiledHeaders(RequestMutation mutation, RandomGenerator random) {
        var spoiled = new LinkedHashMap<String, String>();
        headers.forEach((name, value) -> {
            switch (random.nextInt(5)) {
                case 0 -> spoiled.put(name, mutation.ofLine(value));
                case 1 -> {} // left out
                default -> spoiled.put(name, value);
            }
        });
        if (random.nextInt(4) == 0) {
            spoiled.put("Content-Encoding", random.nextBoolean() ? "gzip" : "br");
        }
        return spoiled;
    }

    public byte[] bytes() {
        var head = new StringBuilder(method).append(' ').append(path).append(" HTTP/1.1\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        var out = new ByteArrayOutputStream();
        out.writeBytes(head.toString().getBytes(ISO_8859_1));
        out.writeBytes(body);
        return out.toByteArray();
    }

    /** What a person needs to see of it. */
    @Override
    public String toString() {
        var text = new String(bytes(), ISO_8859_1);
        return text.substring(0, Math.min(text.length(), 2_000));
    }
}
