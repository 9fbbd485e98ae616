package io.tidings.export.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest.Letters;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.export.selection.EarlierArchiveRedrives;
import io.tidings.export.selection.LetterFilter;
import io.tidings.export.selection.LetterSelection;
import io.tidings.export.selection.RedriveCandidate;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import io.tidings.runtime.kafka.RangeReader;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The number of times that events were brought back to the subscriptions of a job, whichever way: what the marks of their dead letters
 * and the jobs since say. Its pass over the dead letters of the topic comes before the items of the job. A redrive that
 * takes each letter once needs none, because a letter says itself how often its event was brought back.
 */
final class TimesBroughtBack implements JobItems {
    private static final int MOST_LETTERS = 1_000_000;

    /** The bits that hold the times; the others of a number are a hash of the subscription and the event. */
    private static final long TIMES = 63;

    private final RangeReader log;
    private final Job job;
    private final LetterFilter filter;
    private final Set<String> uids;
    /** By the keys of records. */
    private final Map<String, Earlier> earlier;

    private final DeliveryReader reader = new DeliveryReader();
    private final LongStream.Builder found = LongStream.builder();
    private int size;
    private long[] sorted = {};

    /** The earlier jobs of one subscription. */
    private record Earlier(EarlierArchiveRedrives redrives, EarlierReplays replays) {}

    private TimesBroughtBack(
            RangeReader log, Job job, LetterFilter filter, TargetsInForce targets, Collection<Job> past) {
        this.log = log;
        this.job = job;
        this.filter = filter;
        this.uids = targets.uids();
        this.earlier = targets.entries().keySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        SubscriptionKey::toString,
                        key -> new Earlier(EarlierArchiveRedrives.of(past, key), EarlierReplays.of(past, key))));
    }

    /** @param past all jobs but this one */
    static TimesBroughtBack open(
            KafkaClients clients, Topics topics, Job job, TargetsInForce targets, Collection<Job> past) {
        var request = job.request();
        var select = request.select();
        boolean reads = request.kind() == JobKind.REPLAY || request.letters() == Letters.BLOBS || select.again();
        var from = select.from().truncatedTo(ChronoUnit.HOURS);
        var ranges = reads
                ? AppendedRecords.of(clients, List.of(topics.deadLetters()), from, null)
                        .orElse(List.of())
                : List.<OffsetRange>of();
        var filter = new LetterFilter(
                new LetterSelection(select, targets.uids(), request.force()),
                job.id(),
                DeadLetterItems.earlier(clients, topics, targets, past, ranges));
        return new TimesBroughtBack(AppendedRecords.reader(clients, ranges), job, filter, targets, past);
    }

    /**
     * Returns how often the event of a past delivery was brought back to the subscription.
     *
     * @param known how often at least
     */
    int of(Delivery past, int known) {
        int since = earlier(past).replays().times(past);
        long hash = hash(past);
        int at = Arrays.binarySearch(sorted, hash | TIMES);
        int last = at >= 0 ? at : -at - 2;
        boolean there = last >= 0 && (sorted[last] & ~TIMES) == hash;
        return Math.max(known + since, there ? (int) (sorted[last] & TIMES) : 0);
    }

    /** @param known how often at least, by its mark and earlier redrives of it */
    int of(RedriveCandidate letter, int known) {
        return of(letter.delivery(), known(letter, known));
    }

    private int known(RedriveCandidate letter, int times) {
        return times + earlier(letter.delivery()).redrives().times(letter);
    }

    private Earlier earlier(Delivery past) {
        return Objects.requireNonNull(earlier.get(past.subscription().toString()));
    }

    boolean tooOften(int times) {
        return times >= LetterSelection.MOST_TIMES && !job.request().force();
    }

    @Override
    public boolean finished() {
        return log.finished();
    }

    @Override
    public List<JobItem> poll(Duration patience) {
        log.poll(patience).forEach(this::read);
        if (log.finished()) {
            sorted = found.build().sorted().toArray();
        }
        return List.of();
    }

    private void read(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || !earlier.containsKey(new String(record.key(), UTF_8))) {
            return;
        }
        RedriveCandidate.read(
                        record.partition(),
                        record.offset(),
                        Instant.ofEpochMilli(record.timestamp()),
                        record.headers(),
                        reader)
                .ifPresent(this::read);
    }

    private void read(RedriveCandidate letter) {
        var delivery = letter.delivery();
        if (!earlier.containsKey(delivery.subscription().toString())
                || !uids.contains(delivery.uid())
                || !job.request().select().hasId(delivery.event().id())) {
            return;
        }
        int times = known(letter, filter.times(letter));
        if (times == 0) {
            return;
        }
        if (size < MOST_LETTERS) {
            found.add(hash(delivery) | Math.min(of(delivery, times), TIMES));
            size++;
        } else if (!job.request().force()) {
            throw new CannotRedrive("more than " + MOST_LETTERS + " dead letters since "
                    + job.request().select().from()
                    + " were brought back already: ask for events of a later select.from or for select.eventIds,"
                    + " or set force, which brings back whatever was brought back three times");
        }
    }

    private static long hash(Delivery delivery) {
        var event = delivery.subscription() + "\n" + delivery.firstPublished().toEpochMilli() + "\n"
                + delivery.event().id();
        return UUID.nameUUIDFromBytes(event.getBytes(UTF_8)).getLeastSignificantBits() & ~TIMES;
    }

    @Override
    public boolean oneByOne() {
        return job.request().letters() == Letters.BLOBS;
    }

    @Override
    public void close() {
        log.close();
    }
}
