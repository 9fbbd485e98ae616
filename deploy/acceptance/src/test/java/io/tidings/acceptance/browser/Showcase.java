package io.tidings.acceptance.browser;

import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** An installation in which something of everything has happened, and the pages that show it. */
record Showcase(String job) {

    /**
     * @param name of the picture
     * @param route behind the {@code #}
     */
    record Page(String name, String route, String heading) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String REFUSAL = "{\"error\":\"unknown customer\",\"hint\":\"register /orders/1 first\"}";

    /** Fills an empty installation. */
    static Showcase fill(Installation machine) {
        machine.endpoint().answers("/billing", new ScriptedResponse.Status(400, Map.of(), REFUSAL));
        machine.endpoint().answers("/stock", ScriptedResponse.status(503));
        machine.topic("orders");
        machine.topic("invoices", "CloudEventSchemaV1_0");
        for (var name : List.of("billing", "mail", "stock", "legacy")) {
            machine.subscribe("orders", name, "/" + name);
        }
        machine.subscribe("orders", "europe", "/europe", "/eu/");
        machine.manage("PATCH", "/topics/orders/eventSubscriptions/legacy", "{\"properties\":{\"paused\":true}}");
        IntStream.rangeClosed(1, 12).forEach(i -> machine.publish("orders", "order-" + i));
        IntStream.rangeClosed(1, 3).forEach(i -> machine.reject("orders", "spoiled-" + i));
        IntStream.rangeClosed(1, 12)
                .forEach(i -> machine.awaitState("orders", "order-" + i, "billing", "DeadLettered"));
        machine.awaitState("orders", "order-1", "mail", "Delivered");
        var job = machine.manage(
                        "POST",
                        "/jobs",
                        "{\"kind\":\"redrive\",\"topic\":\"orders\",\"subscription\":\"billing\",\"dryRun\":true}")
                .path("id")
                .asText();
        await().until(
                        () -> machine.manage("GET", "/jobs/" + job, "")
                                .path("state")
                                .asText(),
                        "Done"::equals);
        return new Showcase(job);
    }

    /** Publishes to a dozen subscriptions for a while, one of which fails now and then, so that curves have a shape. */
    static void publishFor(Installation machine, Duration length) {
        machine.topic("payments");
        for (var name : List.of(
                "analytics",
                "archive",
                "crm",
                "fraud",
                "ledger",
                "loyalty",
                "receipts",
                "risk",
                "search",
                "sms",
                "tax")) {
            machine.subscribe("payments", name, "/payments/" + name);
        }
        machine.endpoint()
                .answers(
                        "/payments/crm",
                        ScriptedResponse.computed(request -> ScriptedResponse.status(
                                Math.floorMod(request.text().hashCode(), 5) == 0 ? 500 : 200)));
        var published = new AtomicInteger();
        var end = Instant.now().plus(length);
        await().atMost(length.plus(LocalTestCluster.PATIENCE))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    int number = published.incrementAndGet();
                    machine.publish("payments", "payment-" + number, "/payments/" + number);
                    return Instant.now().isAfter(end);
                });
    }

    List<Page> pages() {
        return List.of(
                new Page("overview", "/", "Overview"),
                new Page("subscriptions", "/subscriptions", "Subscriptions"),
                new Page("topic", "/topics/orders", "Topic orders"),
                new Page("subscription", "/topics/orders/subscriptions/billing", "Subscription orders/billing"),
                new Page("edit", "/topics/orders/subscriptions/billing/edit", "Edit orders/billing"),
                new Page("event", "/topics/orders/events/order-7", "Event order-7"),
                new Page("latest", "/topics/orders/events", "Events of orders"),
                new Page("find-event", "/events", "Find an event"),
                new Page(
                        "dead-letters",
                        "/topics/orders/subscriptions/billing/dead-letters",
                        "Dead letters of orders/billing"),
                new Page("rejected", "/topics/orders/rejected", "Rejected events of orders"),
                new Page("jobs", "/jobs", "Jobs"),
                new Page("job", "/jobs/" + job, "Job " + job),
                new Page("filter", "/filter?topic=orders", "Try a filter"),
                new Page("audit", "/audit", "Audit"),
                new Page("create", "/create", "Create"),
                new Page("welcome", "/welcome", "Welcome"));
    }
}
