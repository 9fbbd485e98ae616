package io.tidings.cli.terminal;

import java.io.PrintWriter;

/** The two outputs of a command. Nothing that is printed can steer a terminal. Safe for use by many threads. */
public record Terminal(PrintWriter out, PrintWriter err) {
    /** Prints one line, or several with line feeds between them. */
    public void print(String text) {
        write(out, text);
    }

    /** Prints something that is no result: progress, a warning, an error. */
    public void note(String text) {
        write(err, text);
    }

    private static void write(PrintWriter writer, String text) {
        var lines = new StringBuilder();
        text.lines().forEach(line -> lines.append(Printable.of(line)).append('\n'));
        writer.print(lines);
        writer.flush();
    }
}
