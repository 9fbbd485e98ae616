package io.tidings.export.source;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobExample;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.subscription.DeadLetterDestination;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.export.blob.BlobReader;
import io.tidings.export.selection.ArchiveSelection;
import io.tidings.export.selection.ArchivedLetter;
import io.tidings.export.selection.BlobHours;
import io.tidings.export.selection.BlobPlace;
import io.tidings.export.selection.EarlierArchiveRedrives;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import io.tidings.export.source.JobItem.Finding;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** The dead letters in the blobs of a subscription's container, hour by hour. At most one blob is in memory. */
final class BlobItems implements JobItems {
    private static final int MOST_RECORDS = 1_000_000;
    private static final int MOST_POLLED = 100;

    private final BlobRequests requests;
    private final String container;
    private final Job job;
    private final SubscriptionEntry subscription;
    private final SubscriptionKey key;
    private final ArchiveSelection selection;
    private final EventSchema schema;
    private final EarlierArchiveRedrives earlier;
    private final TimesBroughtBack broughtBack;
    private final String deliveries;
    private final BlobHours hours;
    private final @Nullable BlobPlace done;
    private final Deque<BlobPlace> blobs = new ArrayDeque<>();
    private final Deque<JobItem> polled = new ArrayDeque<>();
    private Instant hour;

    /** The receiver of the records. */
    record Target(SubscriptionEntry subscription, EventSchema schema, String deliveries) {}

    /** @param positions of the blob that was read last in each folder; what is before it is done */
    BlobItems(
            BlobReader reader,
            DeadLetterDestination destination,
            Job job,
            Target target,
            EarlierArchiveRedrives earlier,
            TimesBroughtBack broughtBack,
            Map<String, Long> positions) {
        this.requests = new BlobRequests(reader, destination.container());
        this.container = destination.container();
        this.job = job;
        this.subscription = target.subscription();
        this.key = subscription.subscription().key();
        this.selection = new ArchiveSelection(job.request(), key, Set.of(subscription.uid()));
        this.schema = target.schema();
        this.deliveries = target.deliveries();
        this.earlier = earlier;
        this.broughtBack = broughtBack;
        this.hours = BlobHours.of(job.request().select());
        this.done = positions.keySet().stream()
                .map(BlobPlace::parse)
                .flatMap(Optional::stream)
                .filter(place -> place.folder().equals(BlobPlace.folder(key.name())))
                .max(BlobPlace::compareTo)
                .orElse(null);
        this.hour = done == null ? hours.first() : done.hour();
    }

    @Override
    public boolean finished() {
        return polled.isEmpty() && blobs.isEmpty() && !requests.pending() && !hour.isBefore(hours.end());
    }

    @Override
    public boolean oneByOne() {
        return true;
    }

    @Override
    public boolean waiting() {
        return requests.pending();
    }

    /** Lists one folder or reads one blob at most. */
    @Override
    public List<JobItem> poll(Duration patience) {
        if (polled.isEmpty()) {
            if (!requests.pending()) {
                request();
            }
            requests.poll(patience).ifPresent(this::take);
        }
        var items = new ArrayList<JobItem>();
        while (items.size() < MOST_POLLED && !polled.isEmpty()) {
            items.add(polled.remove());
        }
        return items;
    }

    private void request() {
        if (!blobs.isEmpty()) {
            requests.read(blobs.remove());
        } else if (hour.isBefore(hours.end())) {
            requests.list(BlobPlace.folder(key.name(), hour));
            hour = hour.plus(1, ChronoUnit.HOURS);
        }
    }

    private void take(BlobRequests.Response response) {
        switch (response) {
            case BlobRequests.Response.Folder(var paths) ->
                paths.stream()
                        .map(BlobPlace::parse)
                        .flatMap(Optional::stream)
                        .filter(blob -> done == null || blob.compareTo(done) >= 0)
                        .sorted()
                        .forEach(blobs::add);
            case BlobRequests.Response.Content content -> take(content.blob(), content.bytes());
        }
    }

    private void take(BlobPlace blob, byte[] bytes) {
        try {
            long record = 0;
            for (var object : JsonObjectView.ofArray(bytes, MOST_RECORDS)) {
                polled.add(new JobItem(blob.path(), record + 1, finding(blob, record, object)));
                record++;
            }
        } catch (IOException e) {
            polled.add(new JobItem(blob.path(), 1, new Finding.Skipped(DeadLetterItems.UNREADABLE)));
        }
    }

    private Finding finding(BlobPlace blob, long record, JsonObjectView object) {
        try {
            var letter = ArchivedLetter.of(object, schema);
            return selection.covers(letter) ? covered(blob, record, letter) : new Finding.NotAsked();
        } catch (IOException e) {
            return new Finding.Skipped(DeadLetterItems.UNREADABLE);
        }
    }

    private Finding covered(BlobPlace blob, long record, ArchivedLetter letter) throws IOException {
        var refusal = selection.refusal(letter);
        return refusal.isPresent() ? new Finding.Skipped(refusal.get().wireName()) : selected(blob, record, letter);
    }

    private Finding selected(BlobPlace blob, long record, ArchivedLetter letter) throws IOException {
        int taken = earlier.times(blob, record, letter);
        if (taken > 0 && !job.request().select().again()) {
            return new Finding.Skipped(SkipReason.ALREADY_REDRIVEN.wireName());
        }
        var published = letter.published();
        var event = letter.event(new EventSource(container + "/" + blob.path(), 0, record), published);
        var mark = letter.redriven();
        var past = new Delivery(
                key, subscription.uid(), event, subscription.offset() + 1, RetryState.START, mark, null, false);
        int times = broughtBack.of(past, taken + (mark == null ? 0 : mark.times()));
        if (broughtBack.tooOften(times)) {
            return new Finding.Skipped(SkipReason.BROUGHT_BACK_THREE_TIMES.wireName());
        }
        var json = letter.json();
        var example = new JobExample(
                key.name(), event.id(), event.source().toString(), letter.time(), letter.reason(), letter.lastStatus());
        int lane = subscription.subscription().lane(event.id());
        return new Finding.Selected(key, example, lane, now -> {
            var next = past.broughtBack(new Redriven(times + 1, now, job.id(), published));
            return new ProducerRecord<>(deliveries, null, key.bytes(), json, List.of(DeliveryHeaders.write(next, now)));
        });
    }

    @Override
    public void close() {
        requests.close();
    }
}
