package io.tidings.contract.json;

/** Comparison of texts without case, character by character and in every locale. */
public final class AnyCase {
    private AnyCase() {}

    /** Returns the same text for all texts that are equal by {@link String#equalsIgnoreCase}. */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || (c >= 'A' && c <= 'Z')) {
                return folded(text);
            }
        }
        return text;
    }

    private static String folded(String text) {
        var folded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            folded.appendCodePoint(Character.toLowerCase(Character.toUpperCase(character)));
            i += Character.charCount(character);
        }
        return folded.toString();
    }
}
