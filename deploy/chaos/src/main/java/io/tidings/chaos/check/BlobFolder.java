package io.tidings.chaos.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The dead letters in a file storage, below {@code CONTAINER/SUBSCRIPTION/}. */
public record BlobFolder(Path storage) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param difference between a record and the published event, empty when there is none */
    public List<BlobRecord> of(String container, String subscription, Function<JsonNode, String> difference) {
        var folder = storage.resolve(container).resolve(subscription.toUpperCase(Locale.ROOT));
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.walk(folder)) {
            var letters = new ArrayList<BlobRecord>();
            for (var file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                JSON.readTree(file.toFile()).forEach(record -> letters.add(letter(record, difference.apply(record))));
            }
            return letters;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the blobs in " + folder, e);
        }
    }

    /** CloudEvents have these members in lower case (B-DLQ-3). */
    private static BlobRecord letter(JsonNode record, String difference) {
        boolean cloudEvent = record.has("specversion");
        return new BlobRecord(
                record.path("id").asText(),
                record.path(cloudEvent ? "deadletterreason" : "deadLetterReason")
                        .asText(),
                record.path(cloudEvent ? "deliveryattempts" : "deliveryAttempts")
                        .asInt(),
                difference);
    }
}
