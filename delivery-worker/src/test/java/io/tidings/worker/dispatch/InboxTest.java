package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What wakes the poll thread while it waits for the broker, and what need not. */
class InboxTest {
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final Inbox inbox = new Inbox(wakeUps::incrementAndGet);
    private final List<String> done = new ArrayList<>();

    @Test
    void nothingWakesAThreadThatIsAwake() {
        inbox.execute(() -> done.add("urgent"));
        inbox.executeAwake(() -> done.add("patient"));

        inbox.runAll();

        assertThat(wakeUps).hasValue(0);
        assertThat(done).containsExactly("urgent", "patient");
    }

    @Test
    void aTaskThatCanWaitDoesNotEndADeepSleep() {
        assertThat(inbox.fallAsleep(false)).isTrue();

        inbox.executeAwake(() -> done.add("patient"));
        assertThat(wakeUps).hasValue(0);

        inbox.execute(() -> done.add("urgent"));
        assertThat(wakeUps).hasValue(1);
    }

    @Test
    void everythingEndsALightSleep() {
        inbox.fallAsleep(true);

        inbox.executeAwake(() -> done.add("patient"));

        assertThat(wakeUps).hasValue(1);
    }

    @Test
    void aThreadWithATaskDoesNotFallAsleep() {
        inbox.executeAwake(() -> done.add("patient"));

        assertThat(inbox.fallAsleep(false)).isFalse();
    }
}
