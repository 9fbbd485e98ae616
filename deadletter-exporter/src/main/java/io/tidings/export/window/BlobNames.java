package io.tidings.export.window;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.ZoneOffset;
import java.util.Locale;
import java.util.UUID;

/**
 * Names the blobs of one partition. The same records always get the same name.
 *
 * @param topicId Kafka's id of the dead-letters topic, which changes if the topic is deleted and created again
 */
public record BlobNames(String topicId, int partition) {
    /** Returns the path below the container: {@code SUBSCRIPTION/2026/3/7/9/<uuid>.json}, UTC, not padded (B-DLQ-4). */
    public String of(BlobBatch batch) {
        var given = batch.blob();
        return given == null ? made(batch) : given;
    }

    private String made(BlobBatch batch) {
        var start = batch.start().atOffset(ZoneOffset.UTC);
        return "%s/%d/%d/%d/%d/%s.json"
                .formatted(
                        batch.subscription().name().toUpperCase(Locale.ROOT),
                        start.getYear(),
                        start.getMonthValue(),
                        start.getDayOfMonth(),
                        start.getHour(),
                        uuid(batch));
    }

    /**
     * The name contains the batch's first offset, not a count: two different cuts of the log then never share a name,
     * and so never overwrite each other's records.
     */
    private UUID uuid(BlobBatch batch) {
        var identity = String.join(
                "/",
                topicId,
                Integer.toString(partition),
                batch.first().batchKey().uid(),
                Long.toString(batch.start().toEpochMilli()),
                Long.toString(batch.offset()));
        return UUID.nameUUIDFromBytes(identity.getBytes(UTF_8));
    }
}
