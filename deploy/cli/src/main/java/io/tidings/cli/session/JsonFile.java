package io.tidings.cli.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidings.cli.api.ExactNumbers;
import io.tidings.cli.terminal.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Files of JSON or, by their name, YAML. */
public final class JsonFile {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final String STDIN = "-";

    private JsonFile() {}

    /** The only document of a file, which is an object. */
    public static ObjectNode read(Path file) {
        var documents = documents(file);
        if (documents.size() == 1 && documents.getFirst().json() instanceof ObjectNode object) {
            return object;
        }
        throw CommandFailure.usage(file + " must hold one object.");
    }

    /**
     * The JSON object in an option.
     *
     * @param rule the beginning of the sentence about other texts, such as "--tidings needs"
     */
    public static ObjectNode object(String text, String rule) {
        try {
            if (JSON.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException _) {
            // said below, as for all JSON that is no object
        }
        throw CommandFailure.usage(rule + " a JSON object, and not: " + text);
    }

    /** All documents of a file; {@code -} is the standard input. */
    public static List<JsonDocument> documents(Path file) {
        var mapper = isYaml(file) ? ExactNumbers.in(YAMLMapper.builder()) : ExactNumbers.in(JsonMapper.builder());
        var documents = new ArrayList<JsonDocument>();
        try {
            var bytes = bytes(file);
            try (var parser = mapper.createParser(bytes);
                    var tokens = mapper.createParser(bytes)) {
                for (JsonNode next = mapper.readTree(parser); next != null; next = mapper.readTree(parser)) {
                    var document = JsonDocument.read(file, next, tokens);
                    if (!next.isNull() && !next.isMissingNode()) {
                        documents.add(document);
                    }
                }
            }
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw CommandFailure.usage(
                    "%s:%d: this cannot be understood: %s".formatted(file, line, e.getOriginalMessage()));
        } catch (NumberFormatException _) { // Jackson lets it through if the exponent has too many digits
            throw CommandFailure.usage(file + " cannot be understood: it has a number beyond a billion digits.");
        } catch (IOException e) {
            throw CommandFailure.usage("%s cannot be read: %s".formatted(file, e));
        }
        return documents;
    }

    private static byte[] bytes(Path file) throws IOException {
        return file.toString().equals(STDIN) ? System.in.readAllBytes() : Files.readAllBytes(file);
    }

    public static boolean isYaml(Path file) {
        var name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".yaml") || name.endsWith(".yml");
    }
}
