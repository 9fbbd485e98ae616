package io.tidings.cli.terminal;

/**
 * Text that comes from elsewhere, in a form that cannot steer a terminal. Control characters become JSON escapes, so
 * that JSON stays JSON. Pure.
 */
public final class Printable {
    private Printable() {}

    public static String of(String text) {
        if (text.chars().noneMatch(Printable::steers)) {
            return text;
        }
        var escaped = new StringBuilder();
        text.chars().forEach(c -> {
            if (steers(c)) {
                escaped.append("\\u%04x".formatted(c));
            } else {
                escaped.append((char) c);
            }
        });
        return escaped.toString();
    }

    /** Also the characters that turn the direction of writing. */
    private static boolean steers(int c) {
        return Character.isISOControl(c) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    }
}
