package io.tidings.timeline.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.timeline.StatsLine;
import java.io.IOException;
import java.util.Arrays;

/**
 * A line of stats on its way to the partition of its subscription.
 *
 * @param key of its record, which names the subscription, the minute and the worker
 */
public record MinuteLine(String key, StatsLine line) {
    private static final byte[] FIRST = "stats ".getBytes(UTF_8);

    /** @throws IOException if the record is no line of stats */
    public static MinuteLine of(byte[] key, byte[] value) throws IOException {
        var text = new String(key, UTF_8);
        if (text.indexOf('\n') >= 0) {
            throw new IOException("a line break in the key of a line of stats");
        }
        return new MinuteLine(text, StatsLine.read(value));
    }

    /** The text in the repartition topic; entries begin with another word. */
    public byte[] text() {
        var head = (new String(FIRST, UTF_8) + key + '\n').getBytes(UTF_8);
        var json = line.json();
        var text = Arrays.copyOf(head, head.length + json.length);
        System.arraycopy(json, 0, text, head.length, json.length);
        return text;
    }

    static boolean isOne(byte[] text) {
        return text.length > FIRST.length && Arrays.equals(text, 0, FIRST.length, FIRST, 0, FIRST.length);
    }

    /** @throws IOException if the text is no line */
    static MinuteLine read(byte[] text) throws IOException {
        var line = new String(text, UTF_8);
        int end = line.indexOf('\n');
        if (end < 0) {
            throw new IOException("a line of stats without a key");
        }
        return new MinuteLine(
                line.substring(FIRST.length, end),
                StatsLine.read(line.substring(end + 1).getBytes(UTF_8)));
    }
}
