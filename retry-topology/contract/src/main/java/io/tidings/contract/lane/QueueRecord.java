package io.tidings.contract.lane;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.contract.lane.QueueChange.Blocked;
import io.tidings.contract.lane.QueueChange.Freed;
import io.tidings.contract.lane.QueueChange.Left;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * The records of {@code waiting.index}: some changes, or the beginning of a snapshot, which makes all earlier records
 * superfluous. Numbers are written as variable-length differences, so that a waiting delivery takes a few bytes.
 *
 * @param snapshot whether nothing of what earlier records say is in force any more
 * @param topicId of {@code deliveries}
 * @param base the sequence of offset 0 of {@code deliveries}; grows when that topic is created anew
 * @param indexed the offset of {@code waiting} up to which the index tells what waits; what lies behind it waits
 */
public record QueueRecord(boolean snapshot, String topicId, long base, long indexed, List<QueueChange> changes) {
    private static final byte CHANGES = 1;
    private static final byte SNAPSHOT = 2;
    private static final byte ADDED = 1;
    private static final byte LEFT = 2;
    private static final byte BLOCKED = 3;
    private static final byte FREED = 4;

    public QueueRecord {
        changes = List.copyOf(changes);
    }

    public static Header[] headers() {
        return new Header[] {header(HeaderNames.FORMAT, HeaderNames.FORMAT_1)};
    }

    public byte[] write() {
        var byKey = new LinkedHashMap<OrderedKey, List<QueueChange>>();
        var subscriptions = new LinkedHashMap<Incarnation, Integer>();
        for (var change : changes) {
            byKey.computeIfAbsent(change.key(), _ -> new ArrayList<>()).add(change);
            subscriptions.putIfAbsent(Incarnation.of(change.key()), subscriptions.size());
        }
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        try {
            out.writeByte(snapshot ? SNAPSHOT : CHANGES);
            out.writeUTF(topicId);
            ByteUtils.writeVarlong(base, out);
            ByteUtils.writeVarlong(indexed, out);
            ByteUtils.writeVarint(subscriptions.size(), out);
            for (var each : subscriptions.keySet()) {
                out.writeUTF(each.subscription().topic());
                out.writeUTF(each.subscription().name());
                out.writeUTF(each.uid());
            }
            ByteUtils.writeVarint(byKey.size(), out);
            for (var each : byKey.entrySet()) {
                ByteUtils.writeVarint(subscriptions.getOrDefault(Incarnation.of(each.getKey()), 0), out);
                out.writeUTF(each.getKey().key());
                write(each.getValue(), out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // no stream in memory fails
        }
        return bytes.toByteArray();
    }

    private record Incarnation(SubscriptionKey subscription, String uid) {
        static Incarnation of(OrderedKey key) {
            return new Incarnation(key.subscription(), key.uid());
        }
    }

    private static void write(List<QueueChange> changes, DataOutputStream out) throws IOException {
        ByteUtils.writeVarint(changes.size(), out);
        long sequence = 0;
        long lastOffset = 0;
        for (var change : changes) {
            out.writeByte(
                    switch (change) {
                        case Added _ -> ADDED;
                        case Left _ -> LEFT;
                        case Blocked _ -> BLOCKED;
                        case Freed _ -> FREED;
                    });
            ByteUtils.writeVarlong(change.sequence() - sequence, out);
            sequence = change.sequence();
            switch (change) {
                case Added(var _, var _, long offset) -> {
                    ByteUtils.writeVarlong(offset - lastOffset, out);
                    lastOffset = offset;
                }
                case Left(var _, var _, long offset) -> {
                    ByteUtils.writeVarlong(offset - lastOffset, out);
                    lastOffset = offset;
                }
                case Blocked(var _, var _, var until) -> ByteUtils.writeVarlong(until.toEpochMilli(), out);
                case Freed _ -> {}
            }
        }
    }

    /** Returns empty if the bytes are no record of this topic. */
    public static Optional<QueueRecord> read(byte[] value) {
        try (var in = new DataInputStream(new ByteArrayInputStream(value))) {
            byte kind = in.readByte();
            if (kind != CHANGES && kind != SNAPSHOT) {
                return Optional.empty();
            }
            var topicId = in.readUTF();
            long base = ByteUtils.readVarlong(in);
            long indexed = ByteUtils.readVarlong(in);
            var subscriptions = new ArrayList<Incarnation>();
            for (int left = ByteUtils.readVarint(in); left > 0; left--) {
                subscriptions.add(new Incarnation(new SubscriptionKey(in.readUTF(), in.readUTF()), in.readUTF()));
            }
            var changes = new ArrayList<QueueChange>();
            for (int left = ByteUtils.readVarint(in); left > 0; left--) {
                var of = subscriptions.get(ByteUtils.readVarint(in));
                read(new OrderedKey(of.subscription(), of.uid(), in.readUTF()), in, changes);
            }
            return Optional.of(new QueueRecord(kind == SNAPSHOT, topicId, base, indexed, changes));
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
            return Optional.empty(); // the caller tells it
        }
    }

    private static void read(OrderedKey key, DataInputStream in, List<QueueChange> changes) throws IOException {
        long sequence = 0;
        long offset = 0;
        for (int left = ByteUtils.readVarint(in); left > 0; left--) {
            byte type = in.readByte();
            sequence += ByteUtils.readVarlong(in);
            switch (type) {
                case ADDED -> {
                    offset += ByteUtils.readVarlong(in);
                    changes.add(new Added(key, sequence, offset));
                }
                case LEFT -> {
                    offset += ByteUtils.readVarlong(in);
                    changes.add(new Left(key, sequence, offset));
                }
                case BLOCKED ->
                    changes.add(new Blocked(key, sequence, Instant.ofEpochMilli(ByteUtils.readVarlong(in))));
                case FREED -> changes.add(new Freed(key, sequence));
                default -> throw new IllegalArgumentException("change " + type);
            }
        }
    }
}
