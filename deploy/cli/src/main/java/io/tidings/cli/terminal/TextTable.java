package io.tidings.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows in aligned columns, with a heading. Pure but for the rows that it collects. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;

    public TextTable(String... heading) {
        columns = heading.length;
        rows.add(List.of(heading));
    }

    public TextTable row(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException("a row of " + columns + " columns: " + Arrays.toString(cells));
        }
        rows.add(Arrays.stream(cells).map(Printable::of).toList());
        return this;
    }

    public String text() {
        var widths = new int[columns];
        for (var row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        var text = new StringBuilder();
        for (var row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i))
                        .repeat(' ', widths[i] - row.get(i).length())
                        .append(GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
