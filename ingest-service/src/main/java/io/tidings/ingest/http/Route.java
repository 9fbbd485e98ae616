package io.tidings.ingest.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.JobWish;
import java.net.URLDecoder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The routes of the HTTP interface. Fixed words match in any case; a trailing slash is ignored. */
public sealed interface Route {
    record Publish(String topic) implements Route {}

    /** Publishes to the topic that the host name starts with. */
    record PublishByHost(String label) implements Route {}

    /** The routes that require the admin token. */
    sealed interface Managed extends Route {}

    /** The managed routes that Event Grid has as well, so that Azure's clients know them. */
    sealed interface OfEventGrid extends Managed {}

    record OwnAccess() implements Managed {}

    record Overview() implements Managed {}

    record Topics() implements OfEventGrid {}

    record Topic(String topic) implements OfEventGrid {}

    record ListKeys(String topic) implements OfEventGrid {}

    record RegenerateKey(String topic) implements OfEventGrid {}

    record Subscriptions(String topic) implements OfEventGrid {}

    record Subscription(SubscriptionKey key) implements OfEventGrid {}

    record FullUrl(SubscriptionKey key) implements OfEventGrid {}

    record DeliveryAttributes(SubscriptionKey key) implements OfEventGrid {}

    record RotateSigningSecret(SubscriptionKey key) implements Managed {}

    record RetryNow(SubscriptionKey key) implements Managed {}

    record TestEvent(SubscriptionKey key) implements Managed {}

    record TryFilter(SubscriptionKey key) implements Managed {}

    record TryFilters(String topic) implements Managed {}

    record TryNewFilter(String topic) implements Managed {}

    record Jobs() implements Managed {}

    record OneJob(String id) implements Managed {}

    record ChangeJob(String id, JobWish wish) implements Managed {}
    /** What happened to the events with an id. */
    record EventTimeline(String topic, String id) implements Managed {}

    record Attempts(SubscriptionKey key) implements Managed {}

    record Pending(SubscriptionKey key) implements Managed {}

    record DeadLetters(SubscriptionKey key) implements Managed {}

    /** The counts of each minute. */
    record Stats(SubscriptionKey key) implements Managed {}

    /** The rejected events of a topic. */
    record Rejected(String topic) implements Managed {}

    /** @param file its path behind {@code /console/}, as sent; empty for the page itself */
    record Console(String file) implements Route {}

    /** A path of Azure's management: the same routes below {@code /subscriptions}. */
    record Azure() implements Route {}

    record Validate() implements Route {}

    record Description() implements Route {}

    record Unknown() implements Route {}

    /** @param path as sent; names need no escapes, so only ids of events are decoded */
    static Route of(String path, String authority) {
        var parts =
                Stream.of(path.split("/", -1)).filter(part -> !part.isEmpty()).toList();
        if (!parts.isEmpty() && parts.getFirst().equalsIgnoreCase("console")) {
            return new Console(String.join("/", parts.subList(1, parts.size())));
        }
        if (!parts.isEmpty() && parts.getFirst().equalsIgnoreCase("subscriptions")) {
            return new Azure();
        }
        var shape = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            boolean name = isName(parts, i);
            shape.append('/').append(name ? "*" : parts.get(i).toLowerCase(Locale.ROOT));
        }
        return switch (shape.toString()) {
            case "/api/events" -> new PublishByHost(firstLabel(authority));
            case "/validate" -> new Validate();
            case "/openapi.json" -> new Description();
            case "/access" -> new OwnAccess();
            case "/overview" -> new Overview();
            case "/topics" -> new Topics();
            case "/topics/*" -> new Topic(parts.get(1));
            case "/topics/*/api/events" -> new Publish(parts.get(1));
            case "/topics/*/listkeys" -> new ListKeys(parts.get(1));
            case "/topics/*/regeneratekey" -> new RegenerateKey(parts.get(1));
            case "/topics/*/eventsubscriptions" -> new Subscriptions(parts.get(1));
            case "/topics/*/eventsubscriptions/*" -> new Subscription(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/eventsubscriptions/*/getfullurl" ->
                new FullUrl(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/eventsubscriptions/*/getdeliveryattributes" ->
                new DeliveryAttributes(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/eventsubscriptions/*/rotatesigningsecret" ->
                new RotateSigningSecret(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/eventsubscriptions/*/retrynow" ->
                new RetryNow(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/eventsubscriptions/*/test" ->
                new TestEvent(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/eventsubscriptions/*/tryfilter" ->
                new TryFilter(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/tryfilter" -> new TryFilters(parts.get(1));
            case "/topics/*/trynewfilter" -> new TryNewFilter(parts.get(1));
            case "/jobs" -> new Jobs();
            case "/jobs/*" -> new OneJob(parts.get(1));
            case "/jobs/*/pause" -> new ChangeJob(parts.get(1), JobWish.PAUSE);
            case "/jobs/*/resume" -> new ChangeJob(parts.get(1), JobWish.RUN);
            case "/jobs/*/cancel" -> new ChangeJob(parts.get(1), JobWish.CANCEL);
            case "/topics/*/events/*" -> new EventTimeline(parts.get(1), decoded(parts.get(3)));
            case "/topics/*/eventsubscriptions/*/attempts" ->
                new Attempts(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/eventsubscriptions/*/pending" ->
                new Pending(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/eventsubscriptions/*/deadletters" ->
                new DeadLetters(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/eventsubscriptions/*/stats" -> new Stats(new SubscriptionKey(parts.get(1), parts.get(3)));
            case "/topics/*/rejected" -> new Rejected(parts.get(1));
            default -> new Unknown();
        };
    }

    /** Returns a text with an invalid escape as it is. In a path a plus sign is no space. */
    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            return segment;
        }
    }

    private static boolean isName(List<String> parts, int i) {
        if (parts.getFirst().equalsIgnoreCase("jobs")) {
            return i == 1;
        }
        return parts.getFirst().equalsIgnoreCase("topics") && (i == 1 || (i == 3 && isList(parts.get(2))));
    }

    private static boolean isList(String part) {
        return part.equalsIgnoreCase("eventSubscriptions") || part.equalsIgnoreCase("events");
    }

    private static String firstLabel(String authority) {
        return authority.split("[.:]", 2)[0];
    }
}
