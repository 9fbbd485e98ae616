package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Text as JSON. */
public final class JsonText {
    private JsonText() {}

    /** A JSON string with its quotes. */
    public static byte[] quoted(String text) {
        var content = JsonStringEncoder.getInstance().quoteAsUTF8(text);
        var quoted = new byte[content.length + 2];
        quoted[0] = '"';
        System.arraycopy(content, 0, quoted, 1, content.length);
        quoted[quoted.length - 1] = '"';
        return quoted;
    }

    public static byte[] number(long number) {
        return Long.toString(number).getBytes(UTF_8);
    }
}
