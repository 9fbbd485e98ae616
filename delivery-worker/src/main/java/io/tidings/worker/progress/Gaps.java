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
 * <p>The text is base64 of one byte for the format, then the shorter of runs (varints: skipped, then length less one)
 * and a bitmap. If both are long, the bitmap is deflated with zlib, which is a third as long where one of several
 * subscriptions falls behind. Without gaps the text is empty.
 */
public final class Gaps {
    /** The broker's limit for the metadata of one partition, in characters. */
    public static final int MAX_TEXT = 4096;

    /** The length in bytes from which deflating is worth its CPU. */
    private static final int LONG = MAX_TEXT / 4 * 3 / 2;

    /** The longest inflated bitmap, in bytes: two million offsets. */
    static final int MAX_BITMAP = 256 * 1024;

    /**
     * The longest distance from the committed offset. The worker never writes a larger one, and reading it would take
     * too much memory.
     */
    private static final int FURTHEST = 1 << 27;

    private static final int RUNS = 0;
    private static final int BITMAP = 1;
    static final int DEFLATED = 2;

    private Gaps() {}

    /** @param finished by distance from the committed offset */
    public static String write(BitSet finished) {
        if (finished.isEmpty()) {
            return "";
        }
        var runs = runs(finished);
        int bitmapLength = 1 + (finished.length() + 7) / 8;
        var shorter = runs.length <= bitmapLength ? runs : bitmap(finished, bitmapLength);
        var text =
                shorter.length > LONG && bitmapLength <= MAX_BITMAP ? shortest(shorter, deflated(finished)) : shorter;
        return Base64.getEncoder().withoutPadding().encodeToString(text);
    }

    /** @throws IllegalArgumentException if {@link #write} did not write it */
    public static BitSet read(String text) {
        var bytes = Base64.getDecoder().decode(text);
        if (bytes.length == 0) {
            return new BitSet();
        }
        return switch (bytes[0]) {
            case RUNS -> readRuns(bytes);
            case BITMAP -> BitSet.valueOf(Arrays.copyOfRange(bytes, 1, bytes.length));
            case DEFLATED -> BitSet.valueOf(inflated(bytes));
            default -> throw new IllegalArgumentException("commit metadata of unknown form " + bytes[0]);
        };
    }

    private static byte[] runs(BitSet finished) {
        var out = new ByteArrayOutputStream(64);
        out.write(RUNS);
        int end = 0;
        for (int start = finished.nextSetBit(0); start >= 0; start = finished.nextSetBit(end)) {
            writeVarint(start - end, out);
            end = finished.nextClearBit(start);
            writeVarint(end - start - 1, out);
        }
        return out.toByteArray();
    }

    private static byte[] bitmap(BitSet finished, int length) {
        var bits = finished.toByteArray();
        var bytes = new byte[length];
        bytes[0] = BITMAP;
        System.arraycopy(bits, 0, bytes, 1, bits.length);
        return bytes;
    }

    private static byte[] shortest(byte[] one, byte[] other) {
        return one.length <= other.length ? one : other;
    }

    static byte[] deflated(BitSet finished) {
        var out = new ByteArrayOutputStream(LONG);
        out.write(DEFLATED);
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

    private static void writeVarint(int value, ByteArrayOutputStream out) {
        int rest = value;
        while (rest > 0x7f) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
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
