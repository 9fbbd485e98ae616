package io.tidings.testbed.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/** A report for programs. */
public final class JsonReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonReport() {}

    public static ObjectNode object() {
        return JSON.createObjectNode();
    }

    public static void putAll(ObjectNode json, Map<String, String> values) {
        values.forEach(json::put);
    }

    public static void write(ObjectNode report, Path file) {
        try {
            JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), report);
        } catch (IOException e) {
            throw new UncheckedIOException("the report cannot be written to " + file, e);
        }
    }
}
