package io.tidings.export.window;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.record.ReappendState;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of one blob: of one window, one subscription and one destination, in the order of the log.
 *
 * @param start of the window
 * @param blob path of the blob of re-appended letters; null for new ones
 */
public record BlobBatch(
        Instant start, List<DeadLetter> letters, @Nullable String blob) {
    public BlobBatch {
        letters = List.copyOf(letters);
        if (letters.isEmpty()) {
            throw new IllegalArgumentException("a part of the window " + start + " without dead letters");
        }
    }

    public BlobBatch(Instant start, List<DeadLetter> letters) {
        this(start, letters, null);
    }

    public DeadLetter first() {
        return letters.getFirst();
    }

    /** Distinguishes the batches of one pass. */
    public long offset() {
        return first().offset();
    }

    /** The append time of the youngest letter. */
    public Instant appended() {
        return letters.stream()
                .map(DeadLetter::appended)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** The time for which the storage had been unavailable when the letters were appended again. */
    public Duration unavailable() {
        return letters.stream()
                .map(letter ->
                        letter.reappendState().map(ReappendState::unavailable).orElse(Duration.ZERO))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    public SubscriptionKey subscription() {
        return first().subscription();
    }

    public BlobContainer destination() {
        return first().destination();
    }

    /** Returns the matching letters, if any, for the same blob. */
    public Optional<BlobBatch> only(Predicate<DeadLetter> such) {
        var some = letters.stream().filter(such).toList();
        return some.isEmpty() ? Optional.empty() : Optional.of(new BlobBatch(start, some, blob));
    }

    /** The blob's content: a JSON array, one record a line. */
    public byte[] bytes() {
        var array = new ByteArrayOutputStream(
                letters.stream().mapToInt(letter -> letter.json().length + 2).sum() + 2);
        array.write('[');
        for (var letter : letters) {
            if (array.size() > 1) {
                array.write(',');
                array.write('\n');
            }
            array.writeBytes(letter.json());
        }
        array.write(']');
        return array.toByteArray();
    }
}
