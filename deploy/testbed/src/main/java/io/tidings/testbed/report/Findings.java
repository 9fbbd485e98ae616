package io.tidings.testbed.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The findings of a run, for people and for programs. */
public interface Findings {
    /** True if everything is as it should be. */
    boolean good();

    String text();

    ObjectNode json();

    /** Writes {@code report.txt} and {@code report.json}, prints the text, and returns the exit code. */
    default int report(Path folder, PrintStream out) throws IOException {
        Files.writeString(folder.resolve("report.txt"), text());
        JsonReport.write(json(), folder.resolve("report.json"));
        out.println();
        out.println(text());
        return good() ? 0 : 1;
    }
}
