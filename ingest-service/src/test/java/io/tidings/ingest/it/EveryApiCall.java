package io.tidings.ingest.it;

import static io.tidings.ingest.it.ApiExchange.bearer;
import static io.tidings.ingest.it.Responses.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.SubscriptionKey;
import io.tidings.ingest.it.OpenApiDocument.Case;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every operation of the service, called once; every response has to be described. */
final class EveryApiCall {
    /** The secrets of a subscription. */
    static final String SECRET = "hush-hush-hush";

    static final String SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    static final String NEXT_SIGNING_SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    /** The token of a reader of another topic. */
    static final String STRANGER = "stranger";

    /** The token of a receiver of every queue. */
    static final String RECEIVER = "receiver";

    static final String DESK_SECRET = "the secret of this cluster";
    private static final String QUEUE = """
        {"properties":{"deliveryConfiguration":{"deliveryMode":"Queue","queue":{"receiveLockDurationInSeconds":60,
        "maxDeliveryCount":10,"eventTimeToLive":"PT1H"}}}}\
        """;
    static final String TOPIC = "/topics/{topic}";
    private static final String DOMAIN = "/domains/{domain}";
    static final String SUBSCRIPTION = TOPIC + "/eventSubscriptions/{subscription}";
    private static final String CUSTOM_TOPIC = """
        {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",
        "properties":{"id":null,"eventType":{"sourceField":"kind","defaultValue":"t"},"subject":{"sourceField":"s"}}}}}\
        """;
    private static final String AZURE_TOPIC = """
        {"location":"westeurope","tags":{"team":"shop"},"identity":{"type":"SystemAssigned"},"sku":{"name":"Basic"}}\
        """;
    private static final String SOURCED_TOPIC = """
        {"properties":{"tidings":{"source":{"kafkaTopic":"shop.orders.v1","format":"json","start":"earliest",
        "mapping":{"id":{"sourceField":"kafka.key"},"eventType":{"sourceField":"kind","defaultValue":"t"}}}}}}\
        """;
    private static final String LIMITED_TOPIC = """
        {"properties":{"tidings":{"limits":{"publishEventsPerSecond":40,"publishBytesPerSecond":1000000},\
        "mask":["/data/card"]}}}\
        """;
    private static final String ORDERED = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/"}},
        "tidings":{"orderBy":"subject"}}}\
        """;
    private static final String EVENT_TYPES = TOPIC + "/eventTypes";
    private static final int MOST_EVENT_TYPES = 200;
    private static final String EVENT_TYPE = """
        {"properties":{"description":"An order","version":"2","deprecated":true,"dataSchema":{"required":["n"]},
        "examples":[{"n":1}]}}\
        """;
    /** Of a topic. */
    static final int MOST_SUBSCRIPTIONS = 10;

    private static final String PUBLISH = TOPIC + "/api/events";
    private static final String BY_HOST = "/api/events";
    private static final String NAMESPACE = TOPIC + ":publish";
    private static final String CLOUD_EVENT = """
        {"specversion":"1.0","id":"1","source":"/shop","type":"placed","data":{}}\
        """;
    static final String EVENT = """
        [{"id":"1","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{},"dataVersion":"1"}]\
        """;
    private static final String HUGE = "x".repeat(1024 * 1024 + 1);

    private final IngestFixture ingest;
    private final ScriptedWebhook webhook;
    private final OpenApiDocument description;
    private final ApiExchange api;
    private final OperatorCalls operators;

    EveryApiCall(IngestFixture ingest, ScriptedWebhook webhook, OpenApiDocument description) {
        this.ingest = ingest;
        this.webhook = webhook;
        this.description = description;
        api = new ApiExchange(ingest, description);
        operators = new OperatorCalls(api, webhook, description);
    }

    void ask() {
        topics();
        domains();
        eventTypes();
        publishing();
        subscriptions();
        signing();
        receiving();
        validation();
        operators.filtersAndTests();
        var job = operators.jobs();
        operators.timeline();
        lists();
        whatManagersAreRefused(job);
        deletion();
        exchange("GET", "/openapi.json", "/openapi.json", "");
    }

    Set<Case> seen() {
        return api.seen();
    }

    /** The responses, by method and path. */
    Map<String, StringBuilder> said() {
        return api.said();
    }

    private void topics() {
        managed("PUT", TOPIC, "shop", "", "{}", 201);
        managed("PUT", TOPIC, "shop", "", "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}", 200);
        managed("PUT", TOPIC, "localhost", "", "{}", 201);
        managed("PUT", TOPIC, "custom", "", CUSTOM_TOPIC, 201);
        description.describesBody(TOPIC, "PUT", CUSTOM_TOPIC);
        managed("PATCH", TOPIC, "shop", "", AZURE_TOPIC, 200);
        description.describesBody(TOPIC, "PUT", AZURE_TOPIC);
        managed("PUT", TOPIC, "limited", "", LIMITED_TOPIC, 201);
        description.describesBody(TOPIC, "PUT", LIMITED_TOPIC);
        managed("PUT", TOPIC, "sourced", "", SOURCED_TOPIC, 201);
        description.describesBody(TOPIC, "PUT", SOURCED_TOPIC);
        managed("PUT", TOPIC, "again", "", SOURCED_TOPIC, 409);
        managed("PATCH", TOPIC, "shop", "", SOURCED_TOPIC, 409);
        managed("PATCH", TOPIC, "shop", "", "{}", 200);
        managed("GET", TOPIC, "shop", "", "", 200);
        managed("POST", TOPIC + "/listKeys", "shop", "", "", 200);
        managed("POST", TOPIC + "/regenerateKey", "shop", "", "{\"keyName\":\"key1\"}", 200);
        managed("PUT", TOPIC, "shop", "", "{\"colour\":1}", 400);
        managed("PATCH", TOPIC, "shop", "", "{\"colour\":1}", 400);
        managed("POST", TOPIC + "/regenerateKey", "shop", "", "{}", 400);
        for (var method : List.of("GET", "PATCH")) {
            managed(method, TOPIC, "nothing", "", "{}", 404);
        }
        managed("POST", TOPIC + "/listKeys", "nothing", "", "", 404);
        managed("POST", TOPIC + "/regenerateKey", "nothing", "", "{\"keyName\":\"key1\"}", 404);
    }

    private void domains() {
        var body = """
            {"properties":{"autoCreateTopicWithFirstSubscription":false,"autoDeleteTopicWithLastSubscription":null,\
            "tidings":{"topicLimits":{"publishEventsPerSecond":1000000,"publishBytesPerSecond":1000000000}}}}\
            """;
        description.describesBody(DOMAIN, "PUT", body);
        managed("PUT", DOMAIN, "tenants", "", body, 201);
        managed("PUT", DOMAIN, "tenants", "", "{}", 200);
        managed("PUT", DOMAIN, "tenants", "", "{\"colour\":1}", 400);
        managed("PUT", DOMAIN, "shop", "", "{}", 409);
        managed("PATCH", DOMAIN, "tenants", "", body, 200);
        managed("PATCH", DOMAIN, "tenants", "", "{\"colour\":1}", 400);
        managed("GET", DOMAIN, "tenants", "", "", 200);
        managed("POST", DOMAIN + "/listKeys", "tenants", "", "", 200);
        managed("POST", DOMAIN + "/regenerateKey", "tenants", "", "{\"keyName\":\"key1\"}", 200);
        managed("POST", DOMAIN + "/regenerateKey", "tenants", "", "{}", 400);
        for (var method : List.of("GET", "PATCH")) {
            managed(method, DOMAIN, "nothing", "", "{}", 404);
        }
        managed("POST", DOMAIN + "/listKeys", "nothing", "", "", 404);
        managed("POST", DOMAIN + "/regenerateKey", "nothing", "", "{\"keyName\":\"key1\"}", 404);
        for (var query : List.of("", "?$top=1", "?$top=0")) {
            exchange("GET", "/domains", "/domains" + query, "", bearer());
            exchange("GET", DOMAIN + "/topics", "/domains/tenants/topics" + query, "", bearer());
        }
        exchange("GET", DOMAIN + "/topics", "/domains/nothing/topics", "", bearer());
        managed("PUT", SUBSCRIPTION, "tenants", "ordered", ORDERED, 201);
        managed("PATCH", DOMAIN, "tenants", "", "{\"properties\":{\"tidings\":{\"partitionBy\":\"subject\"}}}", 409);
        domainTopic("PUT", "tenants", "{}", 201);
        domainTopic("PUT", "tenants", "", 200);
        domainTopic("PUT", "tenants", "{\"colour\":1}", 400);
        domainTopic("PUT", "nothing", "", 404);
        domainTopic("GET", "tenants", "", 200);
        domainTopic("GET", "nothing", "", 404);
        domainTopic("DELETE", "tenants", "", 200);
        domainTopic("DELETE", "tenants", "", 204);
    }

    private void domainTopic(String method, String domain, String body, int status) {
        api.managed(method, DOMAIN + "/topics/{topic}", "/domains/" + domain + "/topics/tenant-1", body, status);
    }

    private void eventTypes() {
        managed("PUT", TOPIC, "typed", "", "{\"properties\":{\"tidings\":{\"check\":\"reject\"}}}", 201);
        eventType("PUT", "typed", "placed", "", EVENT_TYPE, 201);
        eventType("PUT", "typed", "placed", "", EVENT_TYPE, 200);
        description.describesBody(EVENT_TYPES + "/{eventType}", "PUT", EVENT_TYPE);
        eventType("PUT", "typed", "placed", "", "{\"properties\":{\"dataSchema\":{\"type\":1}}}", 400);
        eventType("PUT", "nothing", "placed", "", EVENT_TYPE, 404);
        eventType("GET", "typed", "placed", "", "", 200);
        eventType("GET", "typed", "nothing", "", "", 404);
        for (int i = 1; i <= MOST_EVENT_TYPES; i++) {
            eventType("PUT", "typed", "type-" + i, "", "{}", i < MOST_EVENT_TYPES ? 201 : 409);
        }
        eventType("DELETE", "typed", "placed", "", "", 200);
        eventType("DELETE", "typed", "placed", "", "", 204);
        eventType("PUT", "shop", "placed", "", "{}", 201);
        for (var query : List.of("", "?$top=1", "?$top=0")) {
            exchange("GET", EVENT_TYPES, "/topics/typed/eventTypes" + query, "", bearer());
        }
        exchange("GET", EVENT_TYPES, "/topics/nothing/eventTypes", "", bearer());
        for (var topic : List.of("typed", "nothing")) {
            exchange("GET", TOPIC + "/seenEventTypes", "/topics/" + topic + "/seenEventTypes", "", bearer());
        }
        var ofTenant = "/domains/tenants/topics/tenant-1/eventTypes/placed"; // whose types are those of the domain
        api.managed("DELETE", EVENT_TYPES + "/{eventType}", ofTenant, "", 409);
    }

    private void eventType(String method, String topic, String type, String query, String body, int status) {
        api.managed(
                method, EVENT_TYPES + "/{eventType}", "/topics/" + topic + "/eventTypes/" + type + query, body, status);
    }

    private void publishing() {
        var key = ingest.key("shop", 1);
        published(PUBLISH, "shop", EVENT, key, 200);
        published(PUBLISH, "shop", "[{}]", key, 400);
        published(PUBLISH, "shop", EVENT, "wrong", 401);
        published(PUBLISH, "nothing", EVENT, key, 401);
        published(PUBLISH, "shop", HUGE, key, 413);
        var ofDomain = json(managed("POST", DOMAIN + "/listKeys", "tenants", "", "", 200))
                .path("key1")
                .textValue();
        var publish = DOMAIN + "/api/events";
        var tenantsEvent = EVENT.replace("[{", "[{\"topic\":\"tenant-1\",");
        published(publish, "tenants", tenantsEvent, ofDomain, 200);
        published(publish, "tenants", EVENT, ofDomain, 400);
        published(publish, "tenants", EVENT, "wrong", 401);
        published(publish, "tenants", HUGE, ofDomain, 413);
        exchange(
                "POST",
                publish,
                "/domains/tenants/api/events",
                EVENT,
                "aeg-sas-key",
                ofDomain,
                "Content-Type",
                "text/html");
        for (var domain : List.of("tenants", "nothing")) {
            exchange("OPTIONS", publish, "/domains/" + domain + "/api/events", "");
        }
        exchange("OPTIONS", publish, "/domains/tenants/api/events", "", "aeg-sas-key", "wrong");
        published(
                publish,
                "tenants",
                "[" + (tenantsEvent.substring(1, tenantsEvent.length() - 1) + ",").repeat(2_999)
                        + tenantsEvent.substring(1),
                ofDomain,
                200);
        published(publish, "tenants", tenantsEvent, ofDomain, 429);
        var byHost = ingest.key("localhost", 1);
        published(BY_HOST, "", EVENT, byHost, 200);
        published(BY_HOST, "", "[{}]", byHost, 400);
        published(BY_HOST, "", EVENT, "wrong", 401);
        published(BY_HOST, "", HUGE, byHost, 413);
        for (var path : List.of(PUBLISH, BY_HOST)) {
            var topic = path.equals(PUBLISH) ? "shop" : "localhost";
            exchange(
                    "POST",
                    path,
                    path.replace("{topic}", topic),
                    EVENT,
                    "aeg-sas-key",
                    ingest.key(topic, 1),
                    "Content-Type",
                    "text/html");
            exchange("OPTIONS", path, path.replace("{topic}", topic), "");
            exchange("OPTIONS", path, path.replace("{topic}", topic), "", "aeg-sas-key", "wrong");
        }
        exchange("OPTIONS", PUBLISH, "/topics/nothing/api/events", "");
        published(
                PUBLISH,
                "localhost",
                "[" + (EVENT.substring(1, EVENT.length() - 1) + ",").repeat(2_999) + EVENT.substring(1),
                byHost,
                200);
        published(PUBLISH, "localhost", EVENT, byHost, 429);
        published(BY_HOST, "", EVENT, byHost, 429);
    }

    private void published(String template, String topic, String body, String key, int status) {
        var answer = exchange(
                "POST",
                template,
                template.replace("{topic}", topic).replace("{domain}", topic),
                body,
                "aeg-sas-key",
                key,
                "Content-Type",
                "application/json");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        if (status == 200) {
            description.describesBody(template, "POST", body);
        }
    }

    private void subscriptions() {
        webhook.answers("/hook", ScriptedResponse.agreeing());
        var body = subscription("/hook");
        managed("PUT", SUBSCRIPTION, "shop", "billing", body, 201);
        managed("PUT", SUBSCRIPTION, "shop", "billing", body, 200);
        description.describesBody(SUBSCRIPTION, "PUT", body);
        await().until(() ->
                managed("GET", SUBSCRIPTION, "shop", "billing", "", 200).body().contains("\"Succeeded\""));
        managed("POST", SUBSCRIPTION + "/retryNow", "shop", "billing", "", 202);
        var ofHost = "/eventSubscriptions/retryNow";
        for (var dryRun : List.of(true, false)) {
            var asked = "{\"host\":\"127.0.0.1\",\"dryRun\":" + dryRun + "}";
            description.describesBody(ofHost, "POST", asked);
            api.managed("POST", ofHost, ofHost, asked, dryRun ? 200 : 202);
        }
        api.managed("POST", ofHost, ofHost, "{}", 400);
        managed("PATCH", SUBSCRIPTION, "shop", "billing", "{\"paused\":true}", 200);
        managed("POST", SUBSCRIPTION + "/retryNow", "shop", "billing", "", 409);
        managed("POST", SUBSCRIPTION + "/getFullUrl", "shop", "billing", "", 200);
        managed("POST", SUBSCRIPTION + "/getDeliveryAttributes", "shop", "billing", "", 200);
        managed("PUT", SUBSCRIPTION, "shop", "billing", "{}", 400);
        managed("PATCH", SUBSCRIPTION, "shop", "billing", "{\"colour\":1}", 400);
        managed("PUT", SUBSCRIPTION, "nothing", "billing", body, 404);
        for (var method : List.of("GET", "PATCH")) {
            managed(method, SUBSCRIPTION, "shop", "nothing", "{}", 404);
        }
        managed("PUT", TOPIC, "full", "", "{}", 201);
        for (int i = 0; i <= MOST_SUBSCRIPTIONS; i++) {
            managed("PUT", SUBSCRIPTION, "full", "sub-" + i, subscription("/full"), i < MOST_SUBSCRIPTIONS ? 201 : 409);
        }
        managed("POST", SUBSCRIPTION + "/getFullUrl", "shop", "nothing", "", 404);
        managed("POST", SUBSCRIPTION + "/getDeliveryAttributes", "shop", "nothing", "", 404);
        managed("POST", SUBSCRIPTION + "/retryNow", "shop", "nothing", "", 404);
    }

    private void signing() {
        var rotate = SUBSCRIPTION + "/rotateSigningSecret";
        var rotation = "{\"secret\":\"" + NEXT_SIGNING_SECRET + "\",\"overlap\":\"PT1H\"}";
        managed("POST", rotate, "shop", "billing", "", 200);
        managed("POST", rotate, "shop", "billing", rotation, 200);
        description.describesBody(rotate, "POST", rotation);
        managed("GET", SUBSCRIPTION, "shop", "billing", "", 200);
        managed("POST", rotate, "shop", "billing", "{\"overlap\":\"-PT1H\"}", 400);
        managed("POST", rotate, "shop", "nothing", "", 404);
        managed("PATCH", SUBSCRIPTION, "shop", "billing", "{\"tidings\":{\"signing\":null}}", 200);
        managed("POST", rotate, "shop", "billing", "", 409);
    }

    private void receiving() {
        managed("PUT", TOPIC, "clouds", "", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}", 201);
        publishedToNamespace();
        managed("PUT", SUBSCRIPTION, "clouds", "queue", QUEUE, 201);
        description.describesBody(SUBSCRIPTION, "PUT", QUEUE);
        for (var action : List.of("/listKeys", "/regenerateKey")) {
            managed("POST", SUBSCRIPTION + action, "clouds", "queue", "{\"keyName\":\"key1\"}", 200);
            managed("POST", SUBSCRIPTION + action, "shop", "billing", "{\"keyName\":\"key1\"}", 400);
            managed("POST", SUBSCRIPTION + action, "clouds", "nothing", "{\"keyName\":\"key1\"}", 404);
        }
        try (var desk = new ScriptedDesk(DESK_SECRET)) {
            desk.own(OpenApiIT.TOPICS, new SubscriptionKey("clouds", "queue"));
            desk.answers(_ -> new ScriptedDesk.Reply(200, """
                {"value":[{"brokerProperties":{"lockToken":"t","deliveryCount":1},
                "event":{"specversion":"1.0","id":"1","source":"/shop","type":"placed"}}]}\
                """));
            received("queue", "receive", "", 200);
            received("queue", "receive?maxEvents=0", "", 400);
            received("nothing", "receive", "", 404);
            desk.answers(_ -> new ScriptedDesk.Reply(429, "too many"));
            received("queue", "receive", "", 429);
        } catch (IOException e) {
            throw new UncheckedIOException("a desk", e);
        }
        for (var action : List.of("acknowledge", "release", "reject", "renewLock")) {
            received("queue", action, "{\"lockTokens\":[\"none\"]}", 200);
            received("queue", action, "{}", 400);
            received("nothing", action, "{}", 404);
            received("queue", action, HUGE, 413);
        }
    }

    private void publishedToNamespace() {
        var key = ingest.key("clouds", 1);
        published(NAMESPACE, "clouds", CLOUD_EVENT, key, 200);
        published(NAMESPACE, "clouds", "{}", key, 400);
        published(NAMESPACE, "clouds", CLOUD_EVENT, "wrong", 401);
        published(NAMESPACE, "clouds", HUGE, key, 413);
        published(NAMESPACE, "localhost", EVENT, ingest.key("localhost", 1), 429);
        exchange(
                "POST",
                NAMESPACE,
                "/topics/clouds:publish",
                CLOUD_EVENT,
                "Authorization",
                "SharedAccessKey " + key,
                "Content-Type",
                "text/html");
    }

    private void received(String queue, String action, String body, int status) {
        var at = SUBSCRIPTION + ":" + action;
        var path = at.replace("{topic}", "clouds").replace("{subscription}", queue);
        var answer = exchange("POST", at.replaceFirst("\\?.*", ""), path, body, "Authorization", "Bearer " + RECEIVER);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(status);
    }

    /** All that a subscription can say. */
    private String subscription(String path) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{
               "endpointUrl":"%s?code=%s","maxEventsPerBatch":2,"preferredBatchSizeInKilobytes":64,
               "deliveryAttributeMappings":[
                 {"name":"X-Key","type":"Static","properties":{"value":"%s","isSecret":true}},
                 {"name":"X-System","type":"Dynamic","properties":{"sourceField":"data.system"}}]}},
              "filter":{"includedEventTypes":["placed"],"subjectBeginsWith":"/o","isSubjectCaseSensitive":true,
                "enableAdvancedFilteringOnArrays":true,"advancedFilters":[
                  {"operatorType":"NumberGreaterThan","key":"data.n","value":1},
                  {"operatorType":"StringIn","key":"subject","values":["a","b"]},
                  {"operatorType":"NumberInRange","key":"data.n","values":[[1,2]]},
                  {"operatorType":"IsNotNull","key":"data.n"}]},
              "eventDeliverySchema":"EventGridSchema","labels":["a"],"expirationTimeUtc":"2099-01-02T03:04:05Z",
              "retryPolicy":{"maxDeliveryAttempts":3,"eventTimeToLiveInMinutes":10},
              "tidings":{"signing":{"secret":"%s"},
                "retry":{"preset":"exponential","schedule":["PT10S","PT1H"],"jitter":0.5,"floors":"none",
                "retryStatuses":[400],"noRetryStatuses":[409],"responseTimeout":"PT2M","maxDeliveryAttempts":100,
                "timeToLive":"P2D"}},
              "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
                "resourceId":"/storageAccounts/archive","blobContainerName":"dead"}}}}
            """.formatted(webhook.uri(path), SECRET, SECRET, SIGNING_SECRET);
    }

    private void validation() {
        for (var method : List.of("GET", "POST")) {
            var name = "manual-" + method;
            webhook.answers("/" + name, ScriptedResponse.status(200));
            managed("PUT", SUBSCRIPTION, "shop", name, subscription("/" + name), 201);
            await().until(() ->
                    managed("GET", SUBSCRIPTION, "shop", name, "", 200).body().contains("AwaitingManualAction"));
            var url = URI.create(json(webhook.requests("/" + name).getFirst().text())
                    .at("/0/data/validationUrl")
                    .textValue());
            var path = url.getRawPath() + "?" + url.getRawQuery();
            exchange(method, "/validate", path, "");
            exchange(method, "/validate", path, "");
        }
    }

    private void lists() {
        var subscriptions = TOPIC + "/eventSubscriptions";
        for (var query : List.of("", "?$top=1", "?$top=0")) {
            exchange("GET", "/topics", "/topics" + query, "", bearer());
            exchange("GET", OperatorCalls.JOBS, OperatorCalls.JOBS + query, "", bearer());
            exchange("GET", subscriptions, "/topics/shop/eventSubscriptions" + query, "", bearer());
            exchange("GET", "/eventSubscriptions", "/eventSubscriptions" + query, "", bearer());
            exchange("GET", "/audit", "/audit" + query, "", bearer());
        }
        exchange("GET", subscriptions, "/topics/nothing/eventSubscriptions", "", bearer());
        exchange("GET", "/access", "/access", "", bearer());
        exchange("GET", "/overview", "/overview", "", bearer());
        exchange("GET", "/stats", "/stats?period=week", "", bearer());
        exchange("GET", "/stats", "/stats?period=year", "", bearer());
    }

    private void whatManagersAreRefused(String job) {
        for (var each : description.cases()) {
            var path = each.path()
                    .replace("{domain}/topics/{topic}", "tenants/topics/tenant-1")
                    .replace("{domain}", "tenants")
                    .replace("{topic}", "shop")
                    .replace("{subscription}", "billing")
                    .replace("{id}", "1")
                    .replace("{source}", "open-api.events-0@0")
                    .replace("{job}", job)
                    .replace("{eventType}", "placed");
            if (each.status() == 401 && !each.path().endsWith("/api/events")) {
                exchange(each.method(), each.path(), path, "");
            }
            if (each.status() == 403) {
                exchange(each.method(), each.path(), path, "", "Authorization", "Bearer " + STRANGER);
            }
            if (each.status() == 413 && !each.path().endsWith("/api/events")) {
                exchange(each.method(), each.path(), path, HUGE, bearer());
            }
            if (each.status() == 412) {
                var body =
                        each.method().equals("PUT") && each.path().equals(SUBSCRIPTION) ? subscription("/hook") : "{}";
                exchange(
                        each.method(),
                        each.path(),
                        path,
                        body,
                        "Authorization",
                        "Bearer " + IngestFixture.TOKEN,
                        "If-Match",
                        "\"x\"");
            }
        }
    }

    private void deletion() {
        managed("DELETE", SUBSCRIPTION, "shop", "billing", "", 200);
        managed("DELETE", SUBSCRIPTION, "shop", "billing", "", 204);
        managed("DELETE", DOMAIN, "localhost", "", "", 409);
        managed("DELETE", TOPIC, "tenants", "", "", 409);
        managed("DELETE", DOMAIN, "tenants", "", "", 200);
        managed("DELETE", DOMAIN, "tenants", "", "", 204);
        for (var topic : List.of("shop", "localhost")) {
            managed("DELETE", TOPIC, topic, "", "", 200);
            managed("DELETE", TOPIC, topic, "", "", 204);
        }
        exchange("POST", BY_HOST, BY_HOST, EVENT);
        exchange("OPTIONS", BY_HOST, BY_HOST, "");
    }

    private HttpResponse<String> managed(
            String method, String template, String topic, String subscription, String body, int status) {
        var path =
                template.replace("{topic}", topic).replace("{domain}", topic).replace("{subscription}", subscription);
        return api.managed(method, template, path, body, status);
    }

    private HttpResponse<String> exchange(String method, String template, String path, String body, String... headers) {
        return api.send(method, template, path, body, headers);
    }
}
