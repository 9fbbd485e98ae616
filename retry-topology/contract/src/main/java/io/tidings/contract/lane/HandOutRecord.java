package io.tidings.contract.lane;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.HandOut.Lock;
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
import java.util.UUID;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * A record of {@code waiting.index} with what receivers have. It is a kind of its own beside {@link QueueRecord}, of which
 * former releases would ignore all changes because of one that they do not know.
 */
public record HandOutRecord(List<HandOut> handOuts) {
    private static final byte KIND = 3;

    public HandOutRecord {
        handOuts = List.copyOf(handOuts);
    }

    public byte[] write() {
        var byKey = new LinkedHashMap<OrderedKey, List<HandOut>>();
        handOuts.forEach(each ->
                byKey.computeIfAbsent(each.key(), _ -> new ArrayList<>()).add(each));
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        try {
            out.writeByte(KIND);
            ByteUtils.writeVarint(byKey.size(), out);
            for (var each : byKey.entrySet()) {
                out.writeUTF(each.getKey().subscription().topic());
                out.writeUTF(each.getKey().subscription().name());
                out.writeUTF(each.getKey().uid());
                out.writeUTF(each.getKey().key());
                ByteUtils.writeVarint(each.getValue().size(), out);
                for (var handOut : each.getValue()) {
                    write(handOut, out);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // no stream in memory fails
        }
        return bytes.toByteArray();
    }

    private static void write(HandOut handOut, DataOutputStream out) throws IOException {
        ByteUtils.writeVarlong(handOut.sequence(), out);
        ByteUtils.writeVarint(handOut.count(), out);
        ByteUtils.writeVarlong(handOut.until().toEpochMilli(), out);
        var lock = handOut.lock();
        out.writeBoolean(lock != null);
        if (lock != null) {
            out.writeLong(lock.nonce().getMostSignificantBits());
            out.writeLong(lock.nonce().getLeastSignificantBits());
            ByteUtils.writeVarlong(lock.first().toEpochMilli(), out);
        }
    }

    /** Returns empty if the bytes are no record of this kind. */
    public static Optional<HandOutRecord> read(byte[] value) {
        try (var in = new DataInputStream(new ByteArrayInputStream(value))) {
            if (in.readByte() != KIND) {
                return Optional.empty();
            }
            var handOuts = new ArrayList<HandOut>();
            for (int keys = ByteUtils.readVarint(in); keys > 0; keys--) {
                var key = new OrderedKey(new SubscriptionKey(in.readUTF(), in.readUTF()), in.readUTF(), in.readUTF());
                for (int left = ByteUtils.readVarint(in); left > 0; left--) {
                    handOuts.add(read(key, in));
                }
            }
            return Optional.of(new HandOutRecord(handOuts));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty(); // the caller tells it
        }
    }

    private static HandOut read(OrderedKey key, DataInputStream in) throws IOException {
        long sequence = ByteUtils.readVarlong(in);
        int count = ByteUtils.readVarint(in);
        var until = Instant.ofEpochMilli(ByteUtils.readVarlong(in));
        if (!in.readBoolean()) {
            return new HandOut(key, sequence, count, until, null);
        }
        var nonce = new UUID(in.readLong(), in.readLong());
        return new HandOut(
                key, sequence, count, until, new Lock(nonce, Instant.ofEpochMilli(ByteUtils.readVarlong(in))));
    }
}
