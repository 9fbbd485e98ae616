package io.tidings.benchmark.campaign.history;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The dead letters that a file storage holds, below {@code CONTAINER/SUBSCRIPTION/}. */
public record Blobs(Path storage) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The event of each record. */
    public List<String> of(String container, String subscription) {
        var folder = storage.resolve(container).resolve(subscription.toUpperCase(Locale.ROOT));
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.walk(folder)) {
            var events = new ArrayList<String>();
            for (var file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                JSON.readTree(file.toFile())
                        .forEach(letter -> events.add(letter.path("id").asText()));
            }
            return events;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the blobs in " + folder, e);
        }
    }
}
