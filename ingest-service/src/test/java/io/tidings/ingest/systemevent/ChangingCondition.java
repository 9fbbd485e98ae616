package io.tidings.ingest.systemevent;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.condition.AnnouncedState;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.health.Probation;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A subscription whose condition a test changes, and what is published of it. */
final class ChangingCondition {
    static final Instant MORNING = Instant.parse("2026-11-22T09:30:00Z");
    static final TopicIds IDS = new TopicIds(TopicIds.DEFAULT_FORMAT);
    static final String UID = "8d1f3c52-0a53-4a55-9a39-3c1de5f2a001";

    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    private final SubscriptionAnnouncements rules = new SubscriptionAnnouncements(IDS);
    AnnouncedState announced = AnnouncedState.NONE;
    Instant now = MORNING;

    @Nullable
    Probation probation;

    Provisioning provisioning = Provisioning.succeeded(null);

    @Nullable
    Instant expires;

    @Nullable
    Instant latestDeadLetter;

    void probation(Instant since) {
        probation = new Probation(since, since.plusSeconds(30), Duration.ofSeconds(30), LastOutcome.BUSY);
    }

    void validation(ProvisioningState state, Instant since, String problem) {
        provisioning = new Provisioning(state, false, since, "a-code", problem, null, null);
    }

    /** The events of one pass, in their order. */
    List<SystemEvent> pass() {
        var events = new ArrayList<SystemEvent>();
        var condition = new SubscriptionCondition(BILLING, UID, probation, provisioning, expires, latestDeadLetter);
        for (var step = rules.next(announced, condition, now);
                step.isPresent();
                step = rules.next(announced, condition, now)) {
            announced = step.get().after();
            step.get().published().ifPresent(events::add);
        }
        return events;
    }

    List<SystemEventType> types() {
        return pass().stream().map(SystemEvent::type).toList();
    }
}
