package io.tidings.worker.progress;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The finished offsets above a committed one, as text for the metadata of the commit (decision 3).
 *
 * <p>The text is base64 of one byte for the form, then a bitmap in zlib's frame, which a former release reads as well.
 * Former releases also wrote runs (varints: skipped, then length less one) and plain bitmaps. Without gaps the text is
 * empty.
 */
public final class Gaps {
    /** The broker's limit for the metadata of one partition, in characters. */
    public static final int MAX_TEXT = 4096;

    /**
     * The number of offsets from the committed one on whose bitmap always fits: of the 3,072 bytes that the characters
     * hold, 3,000 are the bitmap, and the others have room for the form, the frame and the id of the topic.
     */
    public static final int SPAN = 24_000;

    /** The longest bitmap that is read, in bytes: two million offsets. */
    private static final int MAX_BITMAP = 256 * 1024;

    /** The longest distance of a run from the committed offset: reading a longer one would take too much memory. */
    private static final int FURTHEST = 1 << 27;

    private static final int RUNS = 0;
    private static final int BITMAP = 1;
    static final int FRAMED = 2;

    private Gaps() {}

    /** @param finished by distance from the committed offset */
    public static String write(BitSet finished) {
        return finished.isEmpty() ? "" : Base64.getEncoder().withoutPadding().encodeToString(framed(finished));
    }

    /** @throws IllegalArgumentException if no release wrote it */
    public static BitSet read(String text) {
        var bytes = Base64.getDecoder().decode(text);
        if (bytes.length == 0) {
            return new BitSet();
        }
        return switch (bytes[0]) {
            case RUNS -> readRuns(bytes);
            case BITMAP -> BitSet.valueOf(Arrays.copyOfRange(bytes, 1, bytes.length));
            case FRAMED -> BitSet.valueOf(inflated(bytes));
            default -> throw new IllegalArgumentException("commit metadata of unknown form " + bytes[0]);
        };
    }

    /** A bitmap that zlib cannot shorten becomes 11 bytes longer. */
    static byte[] framed(BitSet finished) {
        var out = new ByteArrayOutputStream(MAX_TEXT);
        out.write(FRAMED);
        try (var deflating = new DeflaterOutputStream(out)) {
            deflating.write(finished.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
        return out.toByteArray();
    }

    private static byte[] inflated(byte[] bytes) {
        try (var inflating = new InflaterInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1))) {
            var bitmap = inflating.readNBytes(MAX_BITMAP + 1);
            if (bitmap.length > MAX_BITMAP) {
                throw new IllegalArgumentException("commit metadata inflates to too large a bitmap");
            }
            return bitmap;
        } catch (IOException e) {
            throw new IllegalArgumentException("commit metadata does not inflate", e);
        }
    }

    private static BitSet readRuns(byte[] bytes) {
        var finished = new BitSet();
        var in = new Varints(bytes, 1);
        int end = 0;
        while (in.more()) {
            int start = end + in.next();
            end = start + in.next() + 1;
            if (start < 0 || end < 0 || end > FURTHEST) {
                throw new IllegalArgumentException("commit metadata reaches too far");
            }
            finished.set(start, end);
        }
        return finished;
    }

    /** Numbers of seven bits a byte, the lowest first. */
    private static final class Varints {
        private final byte[] bytes;
        private int at;

        Varints(byte[] bytes, int at) {
            this.bytes = bytes;
            this.at = at;
        }

        boolean more() {
            return at < bytes.length;
        }

        int next() {
            int value = 0;
            for (int shift = 0; shift < 32; shift += 7) {
                if (!more()) {
                    throw new IllegalArgumentException("commit metadata ends within a number");
                }
                byte next = bytes[at++];
                value |= (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw new IllegalArgumentException("commit metadata holds too large a number");
        }
    }
}
