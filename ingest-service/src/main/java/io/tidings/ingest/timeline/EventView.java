package io.tidings.ingest.timeline;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.OfDelivery;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.ingest.timeline.DeliveryView.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The view of one record of an event: its rejection, or its deliveries. Pure.
 *
 * @param entries none of an event of which nothing is recorded
 */
record EventView(EventSource source, List<TimelineEntry> entries) {
    EventView {
        entries = List.copyOf(entries);
    }

    /** Groups entries by the record of their event, the newest first. */
    static List<EventView> of(List<TimelineEntry> entries) {
        var bySource = entries.stream()
                .collect(Collectors.groupingBy(TimelineEntry::source, LinkedHashMap::new, Collectors.toList()));
        var views = new ArrayList<EventView>();
        bySource.forEach((source, each) -> views.add(new EventView(source, each)));
        views.sort(Comparator.comparing(EventView::time).reversed());
        return views;
    }

    /** Returns when the event was published, or the time of its first entry if that is not known. */
    private Instant time() {
        return published()
                .orElseGet(() -> entries.stream()
                        .map(TimelineEntry::time)
                        .min(Comparator.naturalOrder())
                        .orElse(Instant.EPOCH));
    }

    /** A redrive publishes the event again. */
    private Optional<Instant> published() {
        return deliveries()
                .map(entry -> entry.delivery().published())
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder());
    }

    private Stream<OfDelivery> deliveries() {
        return entries.stream().filter(OfDelivery.class::isInstance).map(OfDelivery.class::cast);
    }

    Set<String> subscriptions() {
        return deliveries().map(entry -> entry.subscription().name()).collect(Collectors.toSet());
    }

    ObjectNode json(RetryLadder ladder) {
        var json = JsonNodeFactory.instance.objectNode().put("source", source.toString());
        published().ifPresent(time -> json.put("published", time.toString()));
        for (var entry : entries) {
            if (entry instanceof Rejection rejection) {
                json.putObject("rejected")
                        .put("reason", rejection.reason())
                        .put("error", rejection.error())
                        .put("time", rejection.time().toString());
            }
        }
        var array = json.putArray("deliveries");
        deliveries()
                .collect(Collectors.groupingBy(Identity::of, LinkedHashMap::new, Collectors.toList()))
                .forEach((identity, each) -> array.add(DeliveryView.of(identity, each, ladder)));
        return json;
    }
}
