package io.tidings.ingest.systemevent;

import static io.tidings.ingest.systemevent.ChangingCondition.MORNING;
import static io.tidings.ingest.systemevent.SystemEventType.STORAGE_AVAILABLE;
import static io.tidings.ingest.systemevent.SystemEventType.STORAGE_UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.condition.AnnouncedState;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.StorageName;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** B-SYS-1, B-SYS-2. */
class StorageAnnouncementsTest {
    private static final StorageName DEAD = new StorageName("archive", "dead");

    private final StorageAnnouncements rules = new StorageAnnouncements("/topics/operations");
    private AnnouncedState announced = AnnouncedState.NONE;

    @Test
    void anOutageIsAnnouncedWhenItLastsAndWhenItIsOver() {
        assertThat(pass(new StorageSeen(DEAD, true, MORNING), MORNING)).isEmpty();
        var outage = new StorageSeen(DEAD, false, MORNING);
        assertThat(pass(outage, MORNING.plusSeconds(9))).isEmpty();
        assertThat(pass(outage, MORNING.plusSeconds(10))).hasValue(STORAGE_UNAVAILABLE);
        assertThat(pass(outage, MORNING.plusSeconds(11))).isEmpty();
        var again = new StorageSeen(DEAD, true, MORNING.plusSeconds(60));
        assertThat(pass(again, MORNING.plusSeconds(61))).hasValue(STORAGE_AVAILABLE);
        assertThat(pass(again, MORNING.plusSeconds(62))).isEmpty();
    }

    @Test
    void theSameOutageThatAnotherExporterSeesIsNotAnnouncedAgain() {
        pass(new StorageSeen(DEAD, false, MORNING), MORNING.plusSeconds(10));
        assertThat(pass(new StorageSeen(DEAD, false, MORNING.plusSeconds(600)), MORNING.plusSeconds(700)))
                .isEmpty();
    }

    private Optional<SystemEventType> pass(StorageSeen seen, Instant at) {
        var step = rules.next(announced, seen, at);
        announced = step.map(Announcement::after).orElse(announced);
        return step.flatMap(Announcement::published).map(SystemEvent::type);
    }
}
