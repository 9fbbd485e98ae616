package io.tidings.chaos.subscriber;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.testbed.webhook.ReceivedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request, and its differences from what its subscription asked for (B-DEL-2, B-DEL-5). Pure.
 *
 * @param before attempts before it, by its header
 * @param differences of its headers and its form
 */
record RequestInspection(List<Seen> events, int before, List<String> differences) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** An event in the request. */
    record Seen(String id, String difference) {}

    RequestInspection {
        events = List.copyOf(events);
        differences = List.copyOf(differences);
    }

    /**
     * Compares a request with what its subscription asked for.
     *
     * @param identity the name of the client certificate that the request came with; null for none
     * @param authorized whether a value of the header {@code authorization} holds a token that was given
     */
    static RequestInspection of(
            Subscriber subscriber, ReceivedRequest request, @Nullable String identity, Predicate<String> authorized) {
        var json = json(request);
        boolean rightForm = subscriber.delivery().contentType().endsWith("cloudevents+json") == json.isObject();
        var members = new ArrayList<JsonNode>();
        if (json.isArray()) {
            json.forEach(members::add);
        } else {
            members.add(json);
        }
        var differences = headers(subscriber, request);
        if (!rightForm || members.size() > subscriber.delivery().most()) {
            differences.add("form");
        }
        if (subscriber.extras().signed() && !WebhookSignature.fits(request)) {
            differences.add("webhook-signature");
        }
        var authorization = header(request, "authorization");
        if (subscriber.extras().authenticated() && (authorization == null || !authorized.test(authorization))) {
            differences.add("authorization");
        }
        if (!Objects.equals(subscriber.extras().identity(), identity)) {
            differences.add("client certificate");
        }
        var count = header(request, "aeg-delivery-count");
        return new RequestInspection(
                members.stream()
                        .map(each -> new Seen(
                                each.path("id").asText(),
                                EventComparison.of(each, subscriber.delivery().schema())))
                        .toList(),
                count == null ? 0 : Integer.parseInt(count),
                differences);
    }

    private static JsonNode json(ReceivedRequest request) {
        try {
            return JSON.readTree(request.body());
        } catch (IOException e) {
            throw new UncheckedIOException("a request is no JSON", e);
        }
    }

    private static @Nullable String header(ReceivedRequest request, String name) {
        var values = request.header(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    private static List<String> headers(Subscriber subscriber, ReceivedRequest request) {
        var differences = new ArrayList<String>();
        expect("content-type", subscriber.delivery().contentType() + "; charset=utf-8", request, differences);
        expect("aeg-event-type", "Notification", request, differences);
        expect("aeg-subscription-name", subscriber.name().toUpperCase(Locale.ROOT), request, differences);
        for (var present : List.of("aeg-delivery-count", "aeg-metadata-version", "x-note")) {
            if (header(request, present) == null) {
                differences.add(present);
            }
        }
        return differences;
    }

    private static void expect(String name, String value, ReceivedRequest request, List<String> differences) {
        if (!value.equals(header(request, name))) {
            differences.add(name);
        }
    }

    /** All differences that concern one of its events. */
    String difference(Seen event) {
        var all = new ArrayList<>(differences);
        if (!event.difference().isEmpty()) {
            all.add(event.difference());
        }
        return String.join(",", all);
    }
}
