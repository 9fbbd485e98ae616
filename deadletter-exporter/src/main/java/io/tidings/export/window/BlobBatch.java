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
 * @param blob path of the blob they were meant for when they were read before; null when this is the first time
 */
public record BlobBatch(
        Instant start, List<DeadLetter> letters, @Nullable String blob) {
    public BlobBatch {
        letters = List.copyOf(letters);
        if (letters.isEmpty()) {
            throw new IllegalArgumentException("a part of the window " + start + " without dead letters");
        }
    }

    /** That is read for the first time. */
    public BlobBatch(Instant start, List<DeadLetter> letters) {
        this(start, letters, null);
    }

    /** Any of them stands for what all have in common. */
    public DeadLetter first() {
        return letters.getFirst();
    }

    /** The parts of one reading differ in it. */
    public long offset() {
        return first().offset();
    }

    /** When the youngest of them was appended where it is. */
    public Instant appended() {
        return letters.stream()
                .map(DeadLetter::appended)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** For how long their storage had been asked in vain until they were appended where they are. */
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

    public Destination destination() {
        return first().destination();
    }

    /** Some of its letters, if it has such, for the same blob. */
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
