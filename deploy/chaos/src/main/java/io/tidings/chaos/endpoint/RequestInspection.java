package io.tidings.chaos.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.chaos.subscriber.EventComparison;
import io.tidings.chaos.subscriber.Subscriber;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a request brought, and how it differs from what its subscription asked for (B-DEL-2, B-DEL-5). Pure.
 *
 * @param events by id, each with what differs in it
 * @param before attempts before it, as it says
 * @param differences of its headers and its form
 */
record RequestInspection(List<Seen> events, int before, List<String> differences) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** An event in it. */
    record Seen(String id, String difference) {}

    RequestInspection {
        events = List.copyOf(events);
        differences = List.copyOf(differences);
    }

    static RequestInspection of(Subscriber subscriber, Function<String, @Nullable String> header, byte[] body)
            throws IOException {
        var json = JSON.readTree(body);
        boolean rightForm = subscriber.delivery().contentType().endsWith("cloudevents+json") == json.isObject();
        var members = new ArrayList<JsonNode>();
        if (json.isArray()) {
            json.forEach(members::add);
        } else {
            members.add(json);
        }
        var differences = headers(subscriber, header);
        if (!rightForm || members.size() > subscriber.delivery().most()) {
            differences.add("form");
        }
        var count = header.apply("aeg-delivery-count");
        return new RequestInspection(
                members.stream()
                        .map(each -> new Seen(
                                each.path("id").asText(),
                                EventComparison.of(each, subscriber.delivery().schema())))
                        .toList(),
                count == null ? 0 : Integer.parseInt(count),
                differences);
    }

    private static List<String> headers(Subscriber subscriber, Function<String, @Nullable String> header) {
        var differences = new ArrayList<String>();
        expect("content-type", subscriber.delivery().contentType() + "; charset=utf-8", header, differences);
        expect("aeg-event-type", "Notification", header, differences);
        expect("aeg-subscription-name", subscriber.name().toUpperCase(Locale.ROOT), header, differences);
        for (var present : List.of("aeg-delivery-count", "aeg-metadata-version", "x-note")) {
            if (header.apply(present) == null) {
                differences.add(present);
            }
        }
        return differences;
    }

    private static void expect(
            String name, String value, Function<String, @Nullable String> header, List<String> differences) {
        if (!value.equals(header.apply(name))) {
            differences.add(name);
        }
    }

    /** All that differs, for one of its events. */
    String difference(Seen event) {
        var all = new ArrayList<>(differences);
        if (!event.difference().isEmpty()) {
            all.add(event.difference());
        }
        return String.join(",", all);
    }
}
