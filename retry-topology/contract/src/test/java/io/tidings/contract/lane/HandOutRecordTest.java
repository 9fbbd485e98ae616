package io.tidings.contract.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.HandOut.Lock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** B-PULL: what receivers have is read as it was written, and former releases do not take it for changes of queues. */
class HandOutRecordTest {
    private static final OrderedKey KEY = new OrderedKey(new SubscriptionKey("orders", "billing"), "u1", "");
    private static final OrderedKey OTHER = new OrderedKey(new SubscriptionKey("orders", "crm"), "u2", "customer-7");
    private static final Instant NOW = Instant.ofEpochMilli(1_795_000_000_123L);

    private static HandOutRecord some() {
        return new HandOutRecord(List.of(
                new HandOut(KEY, 17, 1, NOW, new Lock(new UUID(-3, 4), NOW.minusSeconds(60))),
                new HandOut(KEY, 18, 10, NOW.plusSeconds(3600), null),
                new HandOut(OTHER, Long.MAX_VALUE, 0, NOW, null)));
    }

    @Test
    void aRecordIsReadAsItWasWritten() {
        assertThat(HandOutRecord.read(some().write())).contains(some());
    }

    @Test
    void aCutOrStrangeRecordIsNone() {
        var bytes = some().write();
        for (int length = 0; length < bytes.length; length++) {
            assertThat(HandOutRecord.read(Arrays.copyOf(bytes, length))).isEmpty();
        }
        assertThat(HandOutRecord.read(new QueueRecord(false, "Qk3c", 0, 6, List.of()).write()))
                .isEmpty();
    }

    @Test
    void aFormerReleaseIgnoresItAsAWhole() {
        assertThat(QueueRecord.read(some().write())).isEmpty();
    }

    @Test
    void aTokenIsReadAsItWasWrittenAndSaysNothing() {
        var token = new LockToken(63, new UUID(-3, Long.MIN_VALUE));
        assertThat(LockToken.of(token.text())).contains(token);
        assertThat(token.toString()).doesNotContain(token.nonce().toString());
    }

    @Test
    void otherTextsAreNoTokens() {
        var text = new LockToken(63, new UUID(-3, 4)).text();
        assertThat(LockToken.of("")).isEmpty();
        assertThat(LockToken.of(text.substring(1))).isEmpty();
        assertThat(LockToken.of(text + "AAAA")).isEmpty();
        assertThat(LockToken.of("!" + text.substring(1))).isEmpty();
        assertThat(LockToken.of("x".repeat(100_000))).isEmpty();
        assertThat(LockToken.of(new LockToken(-1, new UUID(1, 2)).text())).isEmpty();
    }
}
