package io.tidings.worker.progress;

import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The metadata of a commit: the gaps, followed by the id of the topic whose offset is committed.
 *
 * <p>The id is the 16 bytes behind the frame, which {@link Gaps#read} ignores, and so does a former release. Only beside
 * gaps that a former release left beyond {@link Gaps#SPAN} there may be no room for it.
 */
public final class CommitMetadata {
    private static final int ID_BYTES = 16;

    private CommitMetadata() {}

    /**
     * @param gaps written by {@link Gaps#write}
     * @param topicId as Kafka writes it; empty if unknown
     */
    public static String write(String gaps, String topicId) {
        var id = Base64.getUrlDecoder().decode(topicId);
        if (id.length != ID_BYTES) {
            return gaps;
        }
        var framed =
                gaps.isEmpty() ? Gaps.framed(new BitSet()) : Base64.getDecoder().decode(gaps);
        var both = Arrays.copyOf(framed, framed.length + ID_BYTES);
        System.arraycopy(id, 0, both, framed.length, ID_BYTES);
        var text = Base64.getEncoder().withoutPadding().encodeToString(both);
        return text.length() <= Gaps.MAX_TEXT ? text : gaps;
    }

    /** Returns what is wrong with metadata that this release did not write; empty if it can be read. */
    public static Optional<String> problem(String metadata) {
        try {
            Gaps.read(metadata);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    public static Optional<String> topicId(String metadata) {
        var bytes = Base64.getDecoder().decode(metadata);
        if (bytes.length <= ID_BYTES || bytes[0] != Gaps.FRAMED || behindBitmap(bytes) != ID_BYTES) {
            return Optional.empty();
        }
        var id = Arrays.copyOfRange(bytes, bytes.length - ID_BYTES, bytes.length);
        return Optional.of(Base64.getUrlEncoder().withoutPadding().encodeToString(id));
    }

    /** Returns the number of bytes after the frame; 0 if it has no end. */
    private static int behindBitmap(byte[] bytes) {
        var inflater = new Inflater();
        try {
            inflater.setInput(bytes, 1, bytes.length - 1);
            var ignored = new byte[8 * 1024];
            while (inflater.inflate(ignored) > 0) {
                // only the end of the bitmap is needed
            }
            return inflater.finished() ? inflater.getRemaining() : 0;
        } catch (DataFormatException e) {
            return 0; // Gaps.read reports it
        } finally {
            inflater.end();
        }
    }
}
