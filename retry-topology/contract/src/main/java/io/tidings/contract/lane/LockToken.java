package io.tidings.contract.lane;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * What a receiver shows to settle an event (B-PULL). It is opaque to it: nobody else can guess it, and it is good for one
 * hand-out only.
 *
 * @param number the partition number of the delivery, which leads to its owner
 */
public record LockToken(int number, UUID nonce) {
    private static final byte VERSION = 1;
    private static final int BYTES = 1 + Integer.BYTES + 2 * Long.BYTES;

    public String text() {
        var bytes = ByteBuffer.allocate(BYTES)
                .put(VERSION)
                .putInt(number)
                .putLong(nonce.getMostSignificantBits())
                .putLong(nonce.getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /** Returns empty for a text that is none of ours. */
    public static Optional<LockToken> of(String text) {
        if (text.length() > 2 * BYTES) {
            return Optional.empty();
        }
        try {
            var bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (bytes.remaining() != BYTES || bytes.get() != VERSION) {
                return Optional.empty();
            }
            int number = bytes.getInt();
            return number < 0
                    ? Optional.empty()
                    : Optional.of(new LockToken(number, new UUID(bytes.getLong(), bytes.getLong())));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "LockToken[number=" + number + "]";
    }
}
