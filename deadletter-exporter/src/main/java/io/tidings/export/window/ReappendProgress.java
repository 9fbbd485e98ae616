package io.tidings.export.window;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parts of a window that were appended again before the rest of it, as the commit at its first record says.
 *
 * <p>The window ends where it ended then, so that whoever reads it again cuts the same parts in the same order.
 *
 * @param end offset of the first record after the window
 * @param batches how many, from the first one that is cut
 */
public record ReappendProgress(long end, int batches) {
    private static final Pattern FORM = Pattern.compile("(?:^|.* )postponed:(\\d{1,18}):(\\d{1,9})");

    public ReappendProgress {
        if (end < 0 || batches < 0) {
            throw new IllegalArgumentException(batches + " parts of a window that ends at " + end);
        }
    }

    /** What the metadata of a commit says; empty when it says nothing of the kind. */
    public static Optional<ReappendProgress> in(String metadata) {
        var form = FORM.matcher(metadata);
        return form.matches()
                ? Optional.of(new ReappendProgress(Long.parseLong(form.group(1)), Integer.parseInt(form.group(2))))
                : Optional.empty();
    }

    /** Whether a part is among them, by its number in the order of cutting, from 1. */
    public boolean has(int number) {
        return number <= batches;
    }

    /** The last word of the metadata of a commit. */
    public String text() {
        return "postponed:" + end + ":" + batches;
    }
}
