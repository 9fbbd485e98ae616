package io.tidings.testbed.report;

import java.util.Locale;

/** A report for people, line by line. */
public final class TextReport {
    private final StringBuilder text = new StringBuilder();

    /** @param format as of {@link String#format} */
    public void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
