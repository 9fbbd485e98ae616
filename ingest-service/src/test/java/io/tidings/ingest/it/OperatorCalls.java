package io.tidings.ingest.it;

import static io.tidings.ingest.it.ApiExchange.bearer;
import static io.tidings.ingest.it.EveryApiCall.EVENT;
import static io.tidings.ingest.it.EveryApiCall.SUBSCRIPTION;
import static io.tidings.ingest.it.EveryApiCall.TOPIC;
import static io.tidings.ingest.it.Responses.json;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The calls of operators: trials of filters, test events, jobs and questions to the timeline, which is a script. */
final class OperatorCalls {
    static final String JOBS = "/jobs";

    /** Where the service asks the timeline. */
    private static final String TIMELINE = "/timeline";

    private static final String JOB = JOBS + "/{job}";
    private static final String LATEST = TOPIC + "/events";
    private static final String OF_EVENT = TOPIC + "/events/{id}";
    private static final String RECORD = TOPIC + "/records/{source}";
    private static final String REJECTED = TOPIC + "/rejected";
    private static final int MOST_OPEN_JOBS = 20;

    private final ApiExchange api;
    private final ScriptedWebhook webhook;
    private final OpenApiDocument description;

    OperatorCalls(ApiExchange api, ScriptedWebhook webhook, OpenApiDocument description) {
        this.api = api;
        this.webhook = webhook;
        this.description = description;
    }

    void filtersAndTests() {
        webhook.answers("/hook", ScriptedResponse.agreeing());
        managed("PATCH", SUBSCRIPTION, "billing", "{\"paused\":false}", 200);
        var event = EVENT.substring(1, EVENT.length() - 1);
        for (var path : List.of(SUBSCRIPTION + "/tryFilter", TOPIC + "/tryFilter")) {
            managed("POST", path, "billing", event, 200);
            managed("POST", path, "billing", "{}", 400);
            api.managed("POST", path, ofSubscription(path, "billing").replace("shop", "nothing"), event, 404);
        }
        newFilter(event);
        managed("POST", SUBSCRIPTION + "/test", "billing", "", 202);
        managed("POST", SUBSCRIPTION + "/test", "billing", event, 202);
        managed("POST", SUBSCRIPTION + "/test", "billing", "{}", 400);
        managed("POST", SUBSCRIPTION + "/test", "nothing", "", 404);
        webhook.answers("/silent", ScriptedResponse.status(500));
        managed("PUT", SUBSCRIPTION, "silent", """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(webhook.uri("/silent")), 201);
        managed("POST", SUBSCRIPTION + "/test", "silent", "", 409);
    }

    private void newFilter(String event) {
        var path = TOPIC + "/tryNewFilter";
        var body = "{\"filter\":{\"includedEventTypes\":[\"no such type\"]},\"event\":" + event + "}";
        managed("POST", path, "billing", body, 200);
        description.describesBody(path, "POST", body);
        managed("POST", path, "billing", "{\"event\":{}}", 400);
        managed("POST", path, "billing", "{\"event\":" + event + ",\"filter\":{\"subject\":\"\"}}", 400);
        api.managed("POST", path, "/topics/nothing/tryNewFilter", body, 404);
    }

    /** Returns the id of a job. */
    String jobs() {
        var body = "{\"kind\":\"redrive\",\"topic\":\"shop\",\"subscription\":\"billing\"}";
        var job = json(api.managed("POST", JOBS, JOBS, body, 201).body())
                .path("id")
                .textValue();
        description.describesBody(JOBS, "POST", body);
        api.managed("POST", JOBS, JOBS, body.replace("billing", "nothing"), 404);
        var several = "{\"kind\":\"redrive\",\"topic\":\"shop\",\"subscriptions\":[\"*\"],\"dryRun\":true}";
        description.describesBody(JOBS, "POST", several);
        var all = json(api.managed("POST", JOBS, JOBS, several, 201).body());
        api.managed("POST", JOB + "/cancel", JOBS + "/" + all.path("id").textValue() + "/cancel", "", 200);
        var ofHost = "{\"kind\":\"redrive\",\"host\":\"nowhere.example\"}";
        description.describesBody(JOBS, "POST", ofHost);
        api.managed("POST", JOBS, JOBS, ofHost, 400);
        api.managed("POST", JOBS, JOBS, several.replace("*", "nothing\",\"billing"), 400);
        api.managed("POST", JOBS, JOBS, several.replace("shop", "nothing"), 404);
        api.managed("POST", JOBS, JOBS, "{}", 400);
        api.managed("GET", JOBS, JOBS + "?topic=shop&subscription=billing&state=Queued&$orderby=id%20desc", "", 200);
        api.managed("GET", JOBS, JOBS + "?$orderby=created", "", 400);
        var path = JOBS + "/" + job;
        api.managed("GET", JOB, path, "", 200);
        for (var action : List.of("/pause", "/resume", "/cancel")) {
            api.managed("POST", JOB + action, path + action, "", 200);
        }
        for (var action : List.of("/pause", "/resume", "/cancel")) {
            api.managed("POST", JOB + action, path + action, "", 409);
            api.send("POST", JOB + action, "/jobs/nothing" + action, "", bearer());
        }
        api.send("GET", JOB, "/jobs/nothing", "", bearer());
        for (int i = 0; i < MOST_OPEN_JOBS; i++) {
            api.managed("POST", JOBS, JOBS, body, 201);
        }
        api.managed("POST", JOBS, JOBS, body, 429);
        return job;
    }

    void timeline() {
        timelineKnows(TimelineResult.nothing());
        for (var list : List.of("/attempts", "/deadLetters", "/failures", "/pending", "/stats")) {
            managed("GET", SUBSCRIPTION + list, "billing", "", 200);
            managed("GET", SUBSCRIPTION + list, "nothing", "", 404);
        }
        api.managed(
                "GET",
                SUBSCRIPTION + "/stats",
                ofSubscription(SUBSCRIPTION + "/stats", "billing") + "?from=noon",
                "",
                400);
        for (var name : List.of("billing", "nothing")) {
            api.managed(
                    "GET",
                    SUBSCRIPTION + "/stats",
                    ofSubscription(SUBSCRIPTION + "/stats", name) + "?period=day",
                    "",
                    name.equals("billing") ? 200 : 404);
        }
        api.managed(
                "GET",
                SUBSCRIPTION + "/failures",
                ofSubscription(SUBSCRIPTION + "/failures", "billing") + "?to=noon",
                "",
                400);
        api.managed("GET", REJECTED, "/topics/nothing/rejected", "", 404);
        api.managed("GET", REJECTED, "/topics/shop/rejected?$top=0", "", 400);
        for (var list : List.of("/attempts", "/deadLetters")) {
            var path = ofSubscription(SUBSCRIPTION + list, "billing");
            api.managed("GET", SUBSCRIPTION + list, path + "?$top=0", "", 400);
        }
        api.managed("GET", OF_EVENT, "/topics/shop/events/1", "", 404);
        var rejection = new Rejection(
                "shop", "1", new EventSource("elsewhere", 0, 1), Instant.EPOCH, "InvalidEvent", "a sentence");
        timelineKnows(new TimelineResult(
                List.of(0),
                List.of(new TimelineResult.Row("00", rejection, List.of())),
                Map.of(),
                Duration.ZERO,
                List.of()));
        api.managed("GET", OF_EVENT, "/topics/shop/events/1", "", 200);
        api.managed("GET", REJECTED, "/topics/shop/rejected", "", 200);
        api.managed("GET", LATEST, "/topics/shop/events?$top=1", "", 200);
        api.managed("GET", LATEST, "/topics/shop/events?text=o", "", 200);
        api.managed("GET", LATEST, "/topics/shop/events?since=-", "", 400);
        api.managed("GET", LATEST, "/topics/shop/events?outcome=Busy", "", 400);
        api.managed("GET", LATEST, "/topics/nothing/events", "", 404);
        var events = KafkaLog.shared().last("open-api.events", Long.MAX_VALUE);
        var event = events.stream()
                .filter(record -> KafkaLog.header(record, "tidings-topic").equals("shop"))
                .findFirst()
                .orElseThrow();
        var records = "/topics/shop/records/";
        var shown = records + new EventSource(event.topic(), event.partition(), event.offset());
        api.managed("GET", RECORD, shown, "", 200);
        api.managed("GET", RECORD, records + "nowhere", "", 400);
        api.managed("GET", RECORD, records + "elsewhere-0@0", "", 404);
        api.managed("GET", RECORD, records + "open-api.events-0@999999", "", 410);
    }

    private void timelineKnows(TimelineResult result) {
        webhook.answers(TIMELINE, new ScriptedResponse.Status(200, Map.of(), new String(result.json(), UTF_8)));
    }

    private void managed(String method, String template, String subscription, String body, int status) {
        api.managed(method, template, ofSubscription(template, subscription), body, status);
    }

    private static String ofSubscription(String template, String subscription) {
        return template.replace("{topic}", "shop").replace("{subscription}", subscription);
    }
}
