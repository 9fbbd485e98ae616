package io.tidings.testbed.report;

/** A report for people, line by line. */
public final class TextReport {
    private final StringBuilder text = new StringBuilder();

    public void line(String line) {
        text.append(line).append(System.lineSeparator());
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
