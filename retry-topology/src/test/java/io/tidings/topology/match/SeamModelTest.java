package io.tidings.topology.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobWish;
import io.tidings.contract.job.StartPlaces;
import io.tidings.contract.job.StartStep;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.topology.Examples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * B-START: whatever is killed and moved, and between which steps, each event reaches the subscription from the job or from
 * matching, and none from both. Matching repeats what it had not committed, as it always may.
 */
class SeamModelTest {
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final String UID = "u-1";
    private static final Provisioning PROVISIONING = Provisioning.succeeded(null);
    private static final SubscriptionEntry STARTING = entry(UID);
    private static final int PARTITIONS = 3;
    private static final int STEPS = 400;

    static SubscriptionEntry entry(String uid) {
        var read = new SubscriptionJson(new EndpointRules(true)).read(BILLING, Examples.subscription());
        if (!(read instanceof Validated.Valid<Subscription>(var subscription))) {
            throw new AssertionError(read);
        }
        return new SubscriptionEntry(subscription, uid, PROVISIONING, 0);
    }

    @RepeatedTest(500)
    void everyEventIsDeliveredByOneOfThem(RepetitionInfo run) {
        var model = new Model(run.getCurrentRepetition());
        model.run();
        assertThat(model.byJob).allMatch(each -> !model.byMatching.contains(each));
        var all = new HashSet<>(model.byJob);
        all.addAll(model.byMatching);
        assertThat(all).isEqualTo(model.events());
    }

    /** A cancelled job leaves a gap, and matching goes on where the job has ended or later. */
    @RepeatedTest(500)
    void nothingIsDeliveredTwiceWhenTheJobIsCancelled(RepetitionInfo run) {
        var model = new Model(run.getCurrentRepetition());
        model.cancelAt = model.random.nextInt(STEPS);
        model.run();
        assertThat(model.byJob).allMatch(each -> !model.byMatching.contains(each));
        model.seenByMatching = model.state; // as for an event that comes over HTTP after that (B-MATCH-6)
        model.publish();
        model.settle();
        assertThat(model.byMatching).contains(model.last);
    }

    /** The logs of events, with one event or marker at each offset, and all who read and write them. */
    private static final class Model {
        private final RandomGenerator random;
        private final List<List<Boolean>> markers = new ArrayList<>();
        private final Set<EventSource> byJob = new HashSet<>();
        private final Set<EventSource> byMatching = new HashSet<>();
        private EventSource last = source(0, 0);
        private int cancelAt = -1;

        // What is durable.
        private StartState state = StartState.OPEN;
        private boolean asked;
        private JobState jobState = JobState.RUNNING;
        private Map<String, Long> jobPositions = Map.of();
        private final long[] committed = new long[PARTITIONS];
        private final String[] notes = new String[PARTITIONS];

        // What a process has in memory.
        private Set<Integer> markedByOwner = new HashSet<>();
        private Map<String, Long> positions = new HashMap<>();
        private final Set<EventSource> uncommittedByJob = new HashSet<>();
        private PassedMarkers matching = new PassedMarkers();
        private final long[] read = new long[PARTITIONS];
        private StartState seenByMatching = StartState.OPEN;

        Model(long seed) {
            random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            for (int i = 0; i < PARTITIONS; i++) {
                markers.add(new ArrayList<>());
                notes[i] = "";
            }
            for (int i = random.nextInt(20); i >= 0; i--) {
                publish();
            }
        }

        void run() {
            for (int i = 0; i < STEPS; i++) {
                if (i == cancelAt && jobState == JobState.RUNNING) {
                    jobDies();
                    jobState = JobState.CANCELLED;
                }
                switch (random.nextInt(12)) {
                    case 0 -> publish();
                    case 1, 2 -> owner();
                    case 3 -> markedByOwner = new HashSet<>(); // another instance is the owner
                    case 4, 5 -> jobReads();
                    case 6 -> jobCommits();
                    case 7 -> jobDies();
                    case 8, 9 -> matchingReads(random.nextInt(PARTITIONS));
                    case 10 -> matchingCommits(random.nextInt(PARTITIONS));
                    default -> matchingMoves(random.nextInt(PARTITIONS));
                }
            }
            settle();
        }

        /** Lets all go on without a failure until nothing is left to do. */
        void settle() {
            for (int i = 0; i < 10 || state == StartState.OPEN; i++) {
                assertThat(i).isLessThan(1_000);
                owner();
                for (int each = 0; each < 50; each++) {
                    jobReads();
                }
                jobCommits();
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    while (read[partition] < markers.get(partition).size()) {
                        matchingReads(partition);
                    }
                    matchingCommits(partition);
                }
            }
        }

        void publish() {
            int partition = random.nextInt(PARTITIONS);
            last = source(partition, markers.get(partition).size());
            markers.get(partition).add(false);
        }

        Set<EventSource> events() {
            var events = new HashSet<EventSource>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                for (int offset = 0; offset < markers.get(partition).size(); offset++) {
                    if (!markers.get(partition).get(offset)) {
                        events.add(source(partition, offset));
                    }
                }
            }
            return events;
        }

        void owner() {
            if (state == StartState.DONE) {
                return;
            }
            var progress =
                    new JobProgress(jobState, NOON, null, null, JobCounts.NONE, List.of(), jobPositions, Set.of());
            var job = new Job(
                    StartPlaces.job(UID), JobRequest.start(BILLING, Instant.EPOCH, NOON), JobWish.RUN, progress);
            var step = StartStep.of(
                    asked ? Optional.of(job) : Optional.empty(),
                    each -> committed[Integer.parseInt(each.substring(each.lastIndexOf('-') + 1))]);
            switch (step) {
                case ASK -> asked = true;
                case MARK -> {
                    int partition = random.nextInt(PARTITIONS); // it may die between two of them
                    if (markedByOwner.add(partition)) {
                        markers.get(partition).add(true);
                    }
                }
                case END -> state = StartState.DONE;
                case WAIT -> {}
            }
        }

        void jobReads() {
            if (!asked || jobState != JobState.RUNNING) {
                return;
            }
            int partition = random.nextInt(PARTITIONS);
            var place = new TopicPartition("events", partition).toString();
            long next = positions.getOrDefault(place, 0L);
            positions.putIfAbsent(place, next);
            if (!StartPlaces.marked(positions, place)
                    && next < markers.get(partition).size()) {
                positions.put(place, next + 1);
                if (markers.get(partition).get((int) next)) {
                    positions.put(StartPlaces.marker(place), next + 1);
                } else {
                    uncommittedByJob.add(source(partition, next));
                }
            } else if (random.nextInt(3) == 0 && positions.size() >= PARTITIONS) {
                positions.put(StartPlaces.CAUGHT_UP, 1L);
            }
        }

        /** One transaction has the deliveries and the progress. */
        void jobCommits() {
            if (!asked || jobState != JobState.RUNNING) {
                return;
            }
            uncommittedByJob.forEach(each -> assertThat(byJob.add(each)).isTrue());
            uncommittedByJob.clear();
            jobPositions = Map.copyOf(positions);
            long marked = positions.keySet().stream()
                    .filter(place -> StartPlaces.isPartition(place) && StartPlaces.marked(positions, place))
                    .count();
            if (marked == PARTITIONS) {
                jobState = JobState.DONE;
            }
        }

        void jobDies() {
            uncommittedByJob.clear();
            positions = new HashMap<>(jobPositions);
        }

        void matchingReads(int partition) {
            if (random.nextInt(4) == 0) {
                seenByMatching = state; // the table is read by another thread, and late
            }
            long offset = read[partition];
            if (offset >= markers.get(partition).size()) {
                return;
            }
            read[partition]++;
            var source = source(partition, offset);
            if (markers.get(partition).get((int) offset)) {
                matching.passed(source, UID, seenByMatching == StartState.OPEN ? Set.of(UID) : Set.of());
            } else if (matching.delivers(STARTING.with(PROVISIONING.start(seenByMatching)), source)) {
                byMatching.add(source);
            }
        }

        void matchingCommits(int partition) {
            committed[partition] = read[partition];
            notes[partition] = matching.note(new TopicPartition("events", partition), read[partition]);
        }

        /** The process is killed, and the next one begins with the commits; or only one partition goes and comes. */
        void matchingMoves(int partition) {
            if (random.nextBoolean()) {
                takes(partition);
                return;
            }
            matching = new PassedMarkers();
            seenByMatching = random.nextBoolean() ? state : StartState.OPEN; // that of another process lags
            for (int each = 0; each < PARTITIONS; each++) {
                takes(each);
            }
        }

        private void takes(int partition) {
            read[partition] = committed[partition];
            matching.taken(new TopicPartition("events", partition), notes[partition], committed[partition]);
        }

        private static EventSource source(int partition, long offset) {
            return new EventSource("events", partition, offset);
        }
    }
}
