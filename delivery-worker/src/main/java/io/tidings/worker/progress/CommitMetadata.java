package io.tidings.worker.progress;

import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The metadata of a commit: the gaps, and behind them the id of the topic whose offset is committed.
 *
 * <p>The id are the 16 bytes behind a deflated bitmap, where {@link Gaps#read} does not look: a former release reads the
 * gaps and nothing else. Where both do not fit, the gaps stand alone.
 */
public final class CommitMetadata {
    private static final int ID_BYTES = 16;

    private CommitMetadata() {}

    /**
     * Returns the metadata.
     *
     * @param gaps as {@link Gaps#write} wrote them
     * @param topicId as Kafka writes it; empty when it is not known
     */
    public static String write(String gaps, String topicId) {
        var id = Base64.getUrlDecoder().decode(topicId);
        var finished = Gaps.read(gaps);
        if (id.length != ID_BYTES || finished.length() > Gaps.MAX_BITMAP * Byte.SIZE) {
            return gaps;
        }
        var deflated = Gaps.deflated(finished);
        var both = Arrays.copyOf(deflated, deflated.length + ID_BYTES);
        System.arraycopy(id, 0, both, deflated.length, ID_BYTES);
        var text = Base64.getEncoder().withoutPadding().encodeToString(both);
        return text.length() <= Gaps.MAX_TEXT ? text : gaps;
    }

    /** Returns what is wrong with metadata that is not of our making, or of a later release; empty when it can be read. */
    public static Optional<String> problem(String metadata) {
        try {
            Gaps.read(metadata);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the id of the topic that the metadata was committed for, if it holds one. */
    public static Optional<String> topicId(String metadata) {
        var bytes = Base64.getDecoder().decode(metadata);
        if (bytes.length <= ID_BYTES || bytes[0] != Gaps.DEFLATED || behindBitmap(bytes) != ID_BYTES) {
            return Optional.empty();
        }
        var id = Arrays.copyOfRange(bytes, bytes.length - ID_BYTES, bytes.length);
        return Optional.of(Base64.getUrlEncoder().withoutPadding().encodeToString(id));
    }

    /** How many bytes stand behind the deflated bitmap; 0 when it does not end. */
    private static int behindBitmap(byte[] bytes) {
        var inflater = new Inflater();
        try {
            inflater.setInput(bytes, 1, bytes.length - 1);
            var ignored = new byte[8 * 1024];
            while (inflater.inflate(ignored) > 0) {
                // only its end is of interest
            }
            return inflater.finished() ? inflater.getRemaining() : 0;
        } catch (DataFormatException e) {
            return 0; // whoever reads the gaps will say so
        } finally {
            inflater.end();
        }
    }
}
