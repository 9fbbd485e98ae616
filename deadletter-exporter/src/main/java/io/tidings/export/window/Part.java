package io.tidings.export.window;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;

/**
 * The dead letters of one blob: of one window, one subscription and one destination, in the order of the log.
 *
 * @param start of the window
 */
public record Part(Instant start, List<DeadLetter> letters) {
    public Part {
        letters = List.copyOf(letters);
        if (letters.isEmpty()) {
            throw new IllegalArgumentException("a part of the window " + start + " without dead letters");
        }
    }

    /** Any of them stands for what all have in common. */
    public DeadLetter first() {
        return letters.getFirst();
    }

    public Destination destination() {
        return first().destination();
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
