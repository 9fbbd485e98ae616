package io.tidings.ingest.figures;

import static io.tidings.ingest.figures.FigureExamples.NOON;
import static io.tidings.ingest.figures.FigureExamples.NOTHING;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.ingest.figures.SettingsChanges.Changed;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsChangesTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    private final FigureExamples known = new FigureExamples();
    private Instant now = NOON;
    private final SettingsChanges changes = new SettingsChanges(() -> now);

    private void put(String more) {
        changes.accept(known.subscribe("orders", "billing", more));
    }

    @Test
    void aChangeNamesTheMembersThatDiffer() {
        put(NOTHING);
        changes.watch();
        put(",\"paused\":true,\"labels\":[\"a\"],\"tidings\":{\"lanes\":2}");
        now = NOON.plusSeconds(5);
        put(",\"paused\":true,\"labels\":[\"b\"],\"tidings\":{\"lanes\":2}");
        assertThat(changes.of(BILLING))
                .containsExactly(
                        new Changed(NOON, List.of("labels", "paused", "tidings.lanes")),
                        new Changed(NOON.plusSeconds(5), List.of("labels")));
    }

    @Test
    void whatWasReadBeforeTheStartAndTheSameSettingsAgainAreNoChange() {
        put(NOTHING);
        put(",\"paused\":true");
        changes.watch();
        put(",\"paused\":true");
        assertThat(changes.of(BILLING)).isEmpty();
    }

    @Test
    void aNewSubscriptionWasCreatedAndADeletedOneHasNoChanges() {
        changes.watch();
        put(NOTHING);
        assertThat(changes.of(BILLING)).containsExactly(new Changed(NOON, List.of()));
        changes.accept(known.remove("orders", "billing"));
        assertThat(changes.of(BILLING)).isEmpty();
    }

    @Test
    void theLatestTwentyAreKept() {
        put(NOTHING);
        changes.watch();
        for (int i = 1; i <= 30; i++) {
            now = NOON.plusSeconds(i);
            put(",\"labels\":[\"" + i + "\"]");
        }
        assertThat(changes.of(BILLING)).hasSize(20).endsWith(new Changed(NOON.plusSeconds(30), List.of("labels")));
    }
}
