package io.tidings.export.window;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The batches of a window that were appended again before the rest of it, from the commit of its first record. The
 * window ends where it ended then, so that the next reader cuts the same batches in the same order.
 *
 * @param end offset of the first record after the window
 * @param batches number of batches, from the first one that is cut
 */
public record ReappendProgress(long end, int batches) {
    private static final Pattern FORM = Pattern.compile("(?:^|.* )postponed:(\\d{1,18}):(\\d{1,9})");

    public ReappendProgress {
        if (end < 0 || batches < 0) {
            throw new IllegalArgumentException(batches + " parts of a window that ends at " + end);
        }
    }

    /** Returns empty if the metadata of a commit has no such text. */
    public static Optional<ReappendProgress> in(String metadata) {
        var form = FORM.matcher(metadata);
        return form.matches()
                ? Optional.of(new ReappendProgress(Long.parseLong(form.group(1)), Integer.parseInt(form.group(2))))
                : Optional.empty();
    }

    /** @param number of a batch in the order of cutting, from 1 */
    public boolean has(int number) {
        return number <= batches;
    }

    /** The last word of the metadata of a commit. */
    public String text() {
        return "postponed:" + end + ":" + batches;
    }
}
