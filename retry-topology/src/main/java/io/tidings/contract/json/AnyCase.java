package io.tidings.contract.json;

/** Text in which upper and lower case are the same, character by character and in every locale. */
public final class AnyCase {
    private AnyCase() {}

    /** Equal for texts that differ in nothing but case, as {@link String#equalsIgnoreCase} sees it. */
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
