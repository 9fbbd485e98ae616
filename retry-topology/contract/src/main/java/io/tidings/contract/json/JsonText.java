package io.tidings.contract.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

public final class JsonText {
    private JsonText() {}

    /** Half a surrogate pair, which UTF-8 cannot hold, becomes a question mark. */
    public static byte[] quoted(String text) {
        var content = JsonStringEncoder.getInstance().quoteAsUTF8(wellFormed(text));
        var quoted = new byte[content.length + 2];
        quoted[0] = '"';
        System.arraycopy(content, 0, quoted, 1, content.length);
        quoted[quoted.length - 1] = '"';
        return quoted;
    }

    /** The encoder refuses broken pairs, and a publisher's text must not make a later step fail. */
    private static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return new String(text.getBytes(UTF_8), UTF_8);
            }
        }
        return text;
    }

    public static byte[] number(long number) {
        return Long.toString(number).getBytes(UTF_8);
    }
}
