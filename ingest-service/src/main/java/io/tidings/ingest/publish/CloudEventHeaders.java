package io.tidings.ingest.publish;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** Attribute values in HTTP headers, decoded by the CloudEvents HTTP binding (1.0.2, §3.1.3.2). Pure. */
final class CloudEventHeaders {
    private CloudEventHeaders() {}

    /** Unquotes, then percent-decodes once; returns empty if the bytes are no UTF-8. */
    static Optional<String> decoded(String value) {
        var plain = unquoted(value.strip());
        if (plain.indexOf('%') < 0) {
            return Optional.of(plain);
        }
        var bytes = new ByteArrayOutputStream(plain.length());
        for (int i = 0; i < plain.length(); i++) {
            int octet = plain.charAt(i) == '%' ? octet(plain, i + 1) : -1;
            if (octet >= 0) {
                bytes.write(octet);
                i += 2;
            } else {
                bytes.writeBytes(plain.substring(i, i + 1).getBytes(plain.charAt(i) < 128 ? ISO_8859_1 : UTF_8));
            }
        }
        try {
            return Optional.of(UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty(); // the response names the attribute
        }
    }

    private static int octet(String text, int at) {
        if (at + 2 > text.length()) {
            return -1;
        }
        int high = Character.digit(text.charAt(at), 16);
        int low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }

    private static String unquoted(String value) {
        if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
            return value;
        }
        return value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1");
    }
}
