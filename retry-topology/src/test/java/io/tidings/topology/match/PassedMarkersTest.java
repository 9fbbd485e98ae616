package io.tidings.topology.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.StartState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** B-START: whatever publishers append as markers. */
class PassedMarkersTest {
    private static final TopicPartition EVENTS = new TopicPartition("events", 0);
    private static final long FIRST = 100_000_000_000_000_000L;
    private static final List<String> UIDS =
            IntStream.range(100, 200).mapToObj(each -> each + "u".repeat(61)).toList();

    private final AtomicLong nanos = new AtomicLong();
    private PassedMarkers markers = new PassedMarkers(nanos::get);

    /** Brokers refuse a commit with more than 4,096 characters, and what is not noted must not be left out. */
    @Test
    void markersThatDoNotFitIntoACommitLoseNothing() {
        passAll();
        long end = FIRST + UIDS.size();
        var note = markers.note(EVENTS, end);
        assertThat(note).hasSizeLessThan(3_000);
        assertThat(UIDS).allMatch(uid -> delivers(uid, end));
        assertThat(UIDS).noneMatch(uid -> delivers(uid, FIRST));
        markers = new PassedMarkers();
        markers.taken(EVENTS, note, end);
        assertThat(UIDS).allMatch(uid -> delivers(uid, end));
        assertThat(markers.note(EVENTS, end)).isEqualTo(note);
    }

    /** Also if it goes on from a commit that lies before the one that fits. */
    @Test
    void aMarkerThatFitsLaterChangesNothing() {
        passAll();
        var next = UIDS.getLast();
        markers.passed(source(FIRST + 200), next, Set.of(next));
        assertThat(delivers(next, FIRST + 150)).isTrue();
        markers.passed(source(FIRST + 201), next, Set.of(next));
        assertThat(delivers(next, FIRST + 150)).isTrue();
        assertThat(markers.note(EVENTS, FIRST + 150)).isEqualTo("~" + next + "@" + (FIRST + 32));
    }

    @Test
    void thereIsRoomAgainWhenStartsHaveEnded() {
        passAll();
        markers.passed(source(FIRST + 200), "none", Set.of());
        assertThat(markers.note(EVENTS, FIRST + 201)).isEmpty();
        markers.passed(source(FIRST + 300), "u", Set.of("u"));
        assertThat(markers.note(EVENTS, FIRST + 301)).isEqualTo("~u@" + (FIRST + 300));
    }

    /** Another process, to which the partition moves, may still see it open. */
    @Test
    void theMarkerOfAStartThatHasEndedIsKeptForAWhile() {
        markers.passed(source(4), "u1", Set.of("u1"));
        markers.passed(source(5), "u1", Set.of());
        assertThat(markers.note(EVENTS, 6)).isEqualTo("~u1@4");
        nanos.addAndGet(Duration.ofMinutes(11).toNanos());
        markers.passed(source(6), "u1", Set.of());
        assertThat(markers.note(EVENTS, 7)).isEmpty();
    }

    /** The note would not be read back. */
    @Test
    void aUidThatCannotBeNotedLosesNothing() {
        markers.passed(source(4), "a b", Set.of("a b"));
        assertThat(markers.note(EVENTS, 5)).isEqualTo("~*@4");
        assertThat(delivers("a b", 5)).isTrue();
    }

    private void passAll() {
        for (int each = 0; each < UIDS.size(); each++) {
            markers.passed(source(FIRST + each), UIDS.get(each), Set.copyOf(UIDS));
        }
    }

    private boolean delivers(String uid, long offset) {
        var entry = SeamModelTest.entry(uid).with(Provisioning.succeeded(null).start(StartState.OPEN));
        return markers.delivers(entry, source(offset));
    }

    private static EventSource source(long offset) {
        return new EventSource(EVENTS.topic(), EVENTS.partition(), offset);
    }
}
