package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The admin of one team's topics can neither take nor see anything of another team's. */
class OtherTeamIT {
    private static final Topics TOPICS = new Topics("other-team.");
    private static final String OURS = "/topics/bills";
    private static final String THEIRS = "/topics/shop";

    /** Members and parameters of requests that name a thing which may be another team's, and the test that names it. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            entry("events/topic", "OtherTeamIT.anEventThatNamesATopicOfAnotherTeamIsRefused"),
            entry("jobs/topic", "OtherTeamIT.jobsOfAnotherTeamAreNeitherMadeNorFound"),
            entry("jobs/subscription", "AccessIT.aJobIsJudgedByItsTopic"),
            entry("jobs/subscriptions", "OtherTeamIT.jobsOfAnotherTeamAreNeitherMadeNorFound"),
            entry("jobs/host", "OtherTeamIT.aHostIsThatOfTheOwnSubscriptionsOnly"),
            entry("retryNow/host", "OtherTeamIT.aHostIsThatOfTheOwnSubscriptionsOnly"),
            entry("jobs?topic", "OtherTeamIT.jobsOfAnotherTeamAreNeitherMadeNorFound"),
            entry("jobs?subscription", "OtherTeamIT.jobsOfAnotherTeamAreNeitherMadeNorFound"),
            entry("eventSubscriptions?topic", "OtherTeamIT.noListShowsSubscriptionsOfAnotherTeam"),
            entry("eventSubscriptions?host", "OtherTeamIT.noListShowsSubscriptionsOfAnotherTeam"),
            entry("eventSubscriptions?find", "OtherTeamIT.noListShowsSubscriptionsOfAnotherTeam"),
            entry("topic/tidings.source.kafkaTopic", "OtherTeamIT.aKafkaTopicOfAnotherTeamIsNoSource"),
            entry("domain/tidings.source.kafkaTopic", "DomainIT.aDomainHasNoSource"),
            entry(
                    "subscription/destination.endpointUrl",
                    "OtherTeamIT.whoMovesAnEndpointGetsNoTokensOfASecretThatOthersGave"),
            entry("subscription/destination.resourceId", "OtherTeamIT.anEventHubIsForTheTopicsThatItsSettingStates"),
            entry(
                    "subscription/destination.azureActiveDirectoryApplicationIdOrUri",
                    "OtherTeamIT.anApplicationOfAnotherTeamIsRefused"),
            entry(
                    "subscription/deadLetterDestination.resourceId",
                    "ArchiveRedriveIT.deadLettersOfOthersInTheSameFolderStayThere"),
            entry(
                    "subscription/deadLetterDestination.blobContainerName",
                    "ArchiveRedriveIT.deadLettersOfOthersInTheSameFolderStayThere"),
            entry(
                    "subscription/deliveryConfiguration.queue.deadLetterDestinationWithResourceIdentity"
                            + ".deadLetterDestination.resourceId",
                    "ArchiveRedriveIT.deadLettersOfOthersInTheSameFolderStayThere"),
            entry(
                    "subscription/deliveryConfiguration.queue.deadLetterDestinationWithResourceIdentity"
                            + ".deadLetterDestination.blobContainerName",
                    "ArchiveRedriveIT.deadLettersOfOthersInTheSameFolderStayThere"),
            entry(
                    "subscription:acknowledge/lockTokens",
                    "HandOutsTest.aTokenIsGoodForItsSubscriptionAndItsHandOutOnly"),
            entry("subscription:release/lockTokens", "HandOutsTest.aTokenIsGoodForItsSubscriptionAndItsHandOutOnly"),
            entry("subscription:reject/lockTokens", "HandOutsTest.aTokenIsGoodForItsSubscriptionAndItsHandOutOnly"),
            entry("subscription:renewLock/lockTokens", "HandOutsTest.aTokenIsGoodForItsSubscriptionAndItsHandOutOnly"),
            entry(
                    "subscription/tidings.deadLetterTopic",
                    "OtherTeamIT.aTopicForDeadLettersIsForTheTopicsThatItsSettingStates"),
            entry("subscription/tidings.authentication.identity", "OtherTeamIT.anIdentityOfAnotherTeamIsRefused"),
            entry("subscription/tidings.authentication.trust", "OtherTeamIT.anIdentityOfAnotherTeamIsRefused"),
            entry(
                    "subscription/tidings.authentication.oauth2.identity",
                    "OtherTeamIT.anIdentityOfAnotherTeamIsRefused"),
            entry(
                    "subscription/tidings.authentication.oauth2.tokenUrl",
                    "OtherTeamIT.anIdentityIsForItsTopicsAndOrigins"),
            entry("subscription/tidings.agent.id", "AgentsIT.managersMakeNoSubscriptionOfAnAgent"),
            entry("subscription/tidings.agent.principal", "AgentsIT.managersMakeNoSubscriptionOfAnAgent"),
            entry("subscription/tidings.agent.issuer", "AgentsIT.managersMakeNoSubscriptionOfAnAgent"),
            entry("subscription/tidings.agent.event", "AgentsIT.managersMakeNoSubscriptionOfAnAgent"));

    /** The others name nothing of Tidings: texts of events, values of endpoints and of their token services, durations. */
    private static final Set<String> NAMES_NOTHING = Set.of("""
        eventType/description eventType/version
        events/id events/source events/type events/eventType events/subject events/time events/eventTime
        events/data_base64 events/datacontenttype events/dataschema events/dataVersion events/metadataVersion
        topic:publish/id topic:publish/source topic:publish/type topic:publish/subject topic:publish/time
        topic:publish/data_base64 topic:publish/datacontenttype topic:publish/dataschema
        jobs/select.eventIds jobs/select.from jobs/select.to jobs/select.reasons
        rotateSigningSecret/overlap rotateSigningSecret/secret
        subscription/destination.azureActiveDirectoryTenantId subscription/destination.deliveryAttributeMappings.name
        subscription/destination.deliveryAttributeMappings.value subscription/expirationTimeUtc subscription/labels
        subscription/deliveryConfiguration.queue.eventTimeToLive
        subscription/tidings.authentication.oauth2.audience subscription/tidings.authentication.oauth2.clientId
        subscription/tidings.authentication.oauth2.clientSecret subscription/tidings.authentication.oauth2.scope
        subscription/tidings.orderBy subscription/tidings.start subscription/tidings.signing.secret subscription/tidings.retry.schedule
        subscription/tidings.retry.responseTimeout subscription/tidings.retry.timeToLive
        topic/kind topic/location topic/tags topic/dataResidencyBoundary topic/publicNetworkAccess
        topic/tidings.partitionBy topic/tidings.deduplicate.by topic/tidings.deduplicate.window topic/tidings.mask
        domain/kind domain/location domain/tags domain/dataResidencyBoundary domain/publicNetworkAccess
        domain/tidings.partitionBy domain/tidings.deduplicate.by domain/tidings.deduplicate.window domain/tidings.mask\
        """.split("\\s+", -1));

    /** Fields of events, filters by them, and what is chosen from a list of the token's own. */
    private static final String OF_EVENTS_AND_LISTS =
            ".+/filter\\..+|.+\\.(sourceField|defaultValue)|.+\\?\\$(filter|skiptoken)";

    @TempDir
    private static Path folder;

    private static IngestFixture ingest;

    @BeforeAll
    static void start() throws IOException {
        var tokens = Files.writeString(
                folder.resolve("tokens"),
                TokenLines.line("shop-admin", "shop", "admin", "shop*")
                        + TokenLines.line("bills-admin", "bills", "admin", "bills*")
                        + TokenLines.line("bills-reader", "reads", "reader", "bills"));
        var settings = new HashMap<String, String>();
        settings.put("tokens.file", tokens.toString());
        settings.put("http.wrong.key.delay", "0s");
        settings.put("oauth.azure.token.url", "https://login.example/{tenant}/token");
        settings.put("oauth.azure.client.id", "tidings");
        settings.put("oauth.azure.client.secret", "hush");
        settings.put(
                "endpoint.identity.unstated", folder.resolve("unstated.pem").toString());
        settings.put("destination.kafka.unstated", "their.kafka.topic");
        settings.putAll(stated());
        ingest = IngestFixture.under(TOPICS, settings);
        assertThat(ingest.manageAs("bills", "PUT", OURS, "{}").statusCode()).isEqualTo(201);
        assertThat(ingest.manageAs("shop", "PUT", THEIRS, "{}").statusCode()).isEqualTo(201);
    }

    private static Map<String, String> stated() {
        return Map.ofEntries(
                entry("endpoint.identity.shop", folder.resolve("shop.pem").toString()),
                entry("endpoint.identity.shop.topics", "shop*"),
                entry("endpoint.identity.shop.origins", "https://*.shop.example, https://login.example"),
                entry("oauth.azure.application.shop", "api://shop"),
                entry("oauth.azure.application.shop.topics", "shop*"),
                entry("oauth.azure.application.shop.origins", "https://*.shop.example"),
                entry("source.kafka.shop", "shop.*"),
                entry("source.kafka.shop.topics", "shop*"),
                entry("source.kafka.shared", "shared.*"),
                entry("source.kafka.shared.topics", "*"),
                entry("deadletter.container.shop", "archive/shop-*"),
                entry("deadletter.container.shop.topics", "shop*"),
                entry("deadletter.container.unstated", "archive/unstated"),
                entry("deadletter.kafka.shop", "shop.dead-letters"),
                entry("deadletter.kafka.shop.topics", "shop*"),
                entry("deadletter.kafka.unstated", "unstated.dead-letters"),
                entry("destination.kafka.orders", "shop.orders"),
                entry("destination.kafka.orders.topics", "shop*"));
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void everyTextOfARequestNamesNothingOrIsHeldByATest() throws IOException {
        var texts = OpenApiDocument.ofService().texts().stream()
                .map(text -> text.replace("properties.", ""))
                .filter(text -> !text.matches(OF_EVENTS_AND_LISTS))
                .toList();
        assertThat(texts)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(NAMES.keySet().stream(), NAMES_NOTHING.stream())
                        .toList());
        try (var files = Files.walk(Path.of("..").toRealPath())) {
            var tests = files.filter(file -> file.toString().contains("/src/test/java/"))
                    .toList();
            assertThat(NAMES).allSatisfy((text, test) -> {
                var parts = test.split("\\.", 2);
                assertThat(tests)
                        .filteredOn(file -> file.endsWith(parts[0] + ".java"))
                        .singleElement()
                        .satisfies(file -> assertThat(file).content().contains(" " + parts[1] + "("));
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"shop, shop", "unstated, unstated", "nobody, nobody"})
    void anIdentityOfAnotherTeamIsRefused(String identity) {
        for (var authentication :
                List.of("\"identity\":\"" + identity + "\"", "\"trust\":\"" + identity + "\"", signedBy(identity))) {
            refused(
                    subscribe("bills", OURS, "https://a.shop.example", authentication),
                    400,
                    "BadRequest/InvalidResource");
        }
    }

    @Test
    void anIdentityIsForItsTopicsAndOrigins() {
        for (var authentication : List.of("\"identity\":\"shop\"", signedBy("shop"))) {
            var response = subscribe("shop", THEIRS, "https://a.shop.example", authentication);
            assertThat(response.statusCode()).as(response.body()).isLessThan(300);
            refused(
                    subscribe("shop", THEIRS, "https://other.example", authentication),
                    400,
                    "BadRequest/InvalidResource");
        }
    }

    @Test
    void anApplicationOfAnotherTeamIsRefused() {
        refused(application("bills", OURS, "https://a.shop.example", "api://shop"), 400, "BadRequest/InvalidResource");
        refused(application("shop", THEIRS, "https://x.example", "api://shop"), 400, "BadRequest/InvalidResource");
        refused(application("shop", THEIRS, "https://a.shop.example", "api://x"), 400, "BadRequest/InvalidResource");
        assertThat(application("shop", THEIRS, "https://a.shop.example", "api://shop")
                        .statusCode())
                .isLessThan(300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"_schemas", "connect-configs", "staging.tidings.subscriptions", "shop.orders"})
    void aKafkaTopicOfAnotherTeamIsNoSource(String kafkaTopic) {
        refused(
                ingest.manageAs("bills", "PUT", "/topics/bills-in", source(kafkaTopic)),
                400,
                "BadRequest/InvalidResource");
    }

    @Test
    void aSourceThatIsTakenIsNotSaidToBeAnotherTeams() {
        var taken = ingest.manageAs("shop", "PUT", "/topics/shop-in", source("shared.clicks"));
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
        var again = ingest.manageAs("bills", "PUT", "/topics/bills-in", source("shared.clicks"));
        refused(again, 409, "Conflict/Conflict");
        assertThat(again.body())
                .contains("is the source of another topic already")
                .doesNotContain("shop-in");
        assertThat(ingest.manageAs("shop", "PUT", "/topics/shop-too", source("shared.clicks"))
                        .body())
                .contains("is the source of topic shop-in already");
    }

    @Test
    void anEventHubIsForTheTopicsThatItsSettingStates() {
        for (var hub : List.of("orders", "unstated")) {
            var refused = ingest.manageAs("bills", "PUT", OURS + "/eventSubscriptions/hub", hub(hub));
            refused(refused, 400, "BadRequest/InvalidResource");
            assertThat(refused.body()).doesNotContain("(orders");
        }
        assertThat(ingest.manageAs("shop", "PUT", THEIRS + "/eventSubscriptions/hub", hub("orders"))
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void aTopicForDeadLettersIsForTheTopicsThatItsSettingStates() {
        for (var name : List.of("shop", "unstated", "named-nowhere")) {
            var refused = ingest.manageAs("bills", "PUT", OURS + "/eventSubscriptions/copied", copied(name));
            refused(refused, 400, "BadRequest/InvalidResource");
            assertThat(refused.body())
                    .contains("properties.tidings.deadLetterTopic", "must be a name that is allowed for topic bills")
                    .doesNotContain("(shop");
        }
        assertThat(ingest.manageAs("shop", "PUT", THEIRS + "/eventSubscriptions/copied", copied("shop"))
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void aContainerForDeadLettersIsForTheTopicsThatItsSettingStates() {
        for (var container : List.of("shop-dead", "unstated", "named-nowhere")) {
            var refused = ingest.manageAs("bills", "PUT", OURS + "/eventSubscriptions/letters", letters(container));
            refused(refused, 400, "BadRequest/InvalidResource");
            assertThat(refused.body())
                    .contains("properties.deadLetterDestination", "must not be archive/" + container)
                    .contains("deadletter.container.NAME.topics");
        }
        var path = THEIRS + "/eventSubscriptions/letters";
        assertThat(ingest.manageAs("shop", "PUT", path, letters("shop-dead")).statusCode())
                .isEqualTo(201);
        refused(ingest.manageAs("shop", "PATCH", path, letters("unstated")), 400, "BadRequest/InvalidResource");
        assertThat(ingest.manageAs("shop", "PATCH", path, "{\"labels\":[\"a\"]}")
                        .statusCode())
                .isEqualTo(200);
    }

    /** A subscription that was there before the settings stated containers keeps its own. */
    @Test
    void aContainerThatTheSettingsDoNotAllowAnyMoreIsWarnedOf() {
        var log = KafkaLog.shared();
        var record = new ProducerRecord<>(
                TOPICS.subscriptions(),
                "shop/kept".getBytes(UTF_8),
                letters("unstated").getBytes(UTF_8));
        try (var producer = log.clients().producer(Map.of())) {
            KafkaFutures.await(producer.send(record), "writing");
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> ingest.manageAs("shop", "GET", THEIRS + "/eventSubscriptions/kept", "")
                                .statusCode()
                        == 200);
        var shown = ingest.manageAs("shop", "GET", THEIRS + "/eventSubscriptions/kept", "");
        assertThat(json(shown).at("/properties/warnings"))
                .singleElement()
                .extracting(JsonNode::textValue)
                .asString()
                .contains("must not be archive/unstated for topic shop", "deadletter.container.NAME.topics");
    }

    @Test
    void whoMovesAnEndpointGetsNoTokensOfASecretThatOthersGave() {
        var path = OURS + "/eventSubscriptions/tokens";
        var created = ingest.manageAs("bills", "PUT", path, """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://a.example/"}},
              "tidings":{"authentication":{"oauth2":{"tokenUrl":"https://login.example/token?code=hush-query",
                "clientId":"c","clientSecret":"hush"}}}}}
            """);
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        var moved = ingest.manageAs(
                "bills",
                "PATCH",
                path,
                "{\"destination\":{\"properties\":{\"endpointUrl\":\"https://evil.example/\"}}}");
        refused(moved, 400, "BadRequest/InvalidResource");
        assertThat(moved.body()).contains("oauth2.clientSecret: must be given again");
        var shown = ingest.manageAs("reads", "GET", path, "");
        assertThat(shown.body()).contains("\"tokenUrl\":\"https://login.example/token\"");
        var again = ingest.manageAs("bills", "PUT", path, shown.body());
        assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
        assertThat(new SubscriptionLog(TOPICS).text("bills/tokens")).contains("/token?code=hush-query");
        for (var response : List.of(created, moved, shown, again)) {
            assertThat(response.body()).doesNotContain("hush");
        }
    }

    @Test
    void aReaderSeesNoSecretPath() {
        var path = OURS + "/eventSubscriptions/chat";
        var created = ingest.manageAs("bills", "PUT", path, """
            {"properties":{"destination":{"endpointType":"WebHook","properties":
              {"endpointUrl":"https://hooks.example/services/hush?thread=1"}},"tidings":{"secretPath":true}}}
            """);
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        var shown = ingest.manageAs("reads", "GET", path, "");
        assertThat(shown.body()).contains("\"endpointBaseUrl\":\"https://hooks.example/\"", "\"secretPath\":true");
        var again = ingest.manageAs("bills", "PUT", path, shown.body());
        assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
        var sealed = ingest.manageAs("bills", "PATCH", path, """
            {"destination":{"properties":{"endpointUrl":"https://hooks.example/tidings-sealed:1:origin:x"}}}
            """);
        refused(sealed, 400, "BadRequest/InvalidResource");
        for (var response : List.of(created, shown, again)) {
            assertThat(response.body()).doesNotContain("hush");
        }
        assertThat(ingest.manageAs("bills", "POST", path + "/getFullUrl", "").body())
                .contains("https://hooks.example/services/hush?thread=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "OPTIONS", "GET"})
    void whoHasNoKeyCannotTellATopicThatExistsFromOneThatDoesNot(String method) {
        for (var headers : List.of(new String[0], new String[] {"aeg-sas-key", "guessed"})) {
            var there = publish(method, OURS, headers);
            var nowhere = publish(method, "/topics/nowhere", headers);
            assertThat(nowhere.statusCode()).isEqualTo(there.statusCode());
            assertThat(nowhere.body()).isEqualTo(there.body());
            assertThat(nowhere.headers().map().keySet())
                    .isEqualTo(there.headers().map().keySet());
        }
    }

    @Test
    void jobsOfAnotherTeamAreNeitherMadeNorFound() {
        var named = "{\"kind\":\"redrive\",\"topic\":\"%s\",\"subscriptions\":[\"%s\"]}";
        subscribe("shop", THEIRS, "https://a.shop.example", "");
        subscribe("bills", OURS, "https://bills.example", "");
        var theirs = ingest.manageAs("shop", "POST", "/jobs", named.formatted("shop", "*"));
        assertThat(theirs.statusCode()).as(theirs.body()).isEqualTo(201);
        refused(ingest.manageAs("bills", "POST", "/jobs", named.formatted("shop", "*")), 403, "Forbidden/Forbidden");
        for (var subscriptions : List.of("shop/one", "only-theirs")) {
            var mixed = ingest.manageAs("bills", "POST", "/jobs", named.formatted("bills", "one\",\"" + subscriptions));
            refused(mixed, 400, "BadRequest/InvalidResource");
        }
        for (var query : List.of("", "?topic=shop", "?subscription=one", "?$filter=topic%20eq%20'shop'")) {
            assertThat(ingest.manageAs("bills", "GET", "/jobs" + query, "").body())
                    .as(query)
                    .doesNotContain("shop");
        }
    }

    @Test
    void aHostIsThatOfTheOwnSubscriptionsOnly() {
        subscribe("shop", THEIRS, "https://a.shop.example", "");
        var body = "{\"kind\":\"redrive\",\"host\":\"a.shop.example\"}";
        refused(ingest.manageAs("bills", "POST", "/jobs", body), 400, "BadRequest/InvalidResource");
        var path = THEIRS + "/eventSubscriptions/one";
        var before = ingest.manageAs("shop", "GET", path, "").body();
        var retried = ingest.manageAs("bills", "POST", "/eventSubscriptions/retryNow", "{\"host\":\"a.shop.example\"}");
        assertThat(json(retried).path("subscriptions")).isEmpty();
        assertThat(retried.body()).doesNotContain("shop");
        assertThat(ingest.manageAs("shop", "GET", path, "").body()).isEqualTo(before);
        assertThat(ingest.manageAs("bills", "POST", "/jobs", """
            {"kind":"redrive","subscriptions":["bills/one","shop/one"]}\
            """).statusCode()).isEqualTo(403);
    }

    @Test
    void noListShowsSubscriptionsOfAnotherTeam() {
        subscribe("shop", THEIRS, "https://a.shop.example", "");
        for (var query : List.of("", "?topic=shop", "?host=a.shop.example", "?find=shop")) {
            assertThat(ingest.manageAs("shop", "GET", "/eventSubscriptions" + query, "")
                            .body())
                    .as(query)
                    .contains("a.shop.example");
            var ours = ingest.manageAs("bills", "GET", "/eventSubscriptions" + query, "");
            assertThat(ours.statusCode()).as(ours.body()).isEqualTo(200);
            assertThat(ours.body()).as(query).doesNotContain("shop");
        }
    }

    @Test
    void anEventThatNamesATopicOfAnotherTeamIsRefused() {
        var event = EveryApiCall.EVENT.replace("{\"id\"", "{\"topic\":\"shop\",\"id\"");
        var response = ingest.post(OURS + "/api/events", event, "aeg-sas-key", ingest.key("bills", 1));
        refused(response, 401, "Unauthorized/Unauthorized");
    }

    private static HttpResponse<String> publish(String method, String topic, String[] headers) {
        var request = HttpRequest.newBuilder(ingest.uri(topic + "/api/events"))
                .method(method, HttpRequest.BodyPublishers.noBody());
        return ingest.send(headers.length == 0 ? request : request.headers(headers));
    }

    private static String source(String kafkaTopic) {
        return "{\"properties\":{\"tidings\":{\"source\":{\"kafkaTopic\":\"" + kafkaTopic
                + "\",\"format\":\"json\"}}}}";
    }

    private static String hub(String name) {
        return """
            {"properties":{"destination":{"endpointType":"EventHub","properties":\
            {"resourceId":"/subscriptions/1/eventhubs/%s"}}}}\
            """.formatted(name);
    }

    private static String letters(String container) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://a.example/"}},\
            "deadLetterDestination":{"endpointType":"StorageBlob","properties":\
            {"resourceId":"/storageAccounts/archive","blobContainerName":"%s"}}}}\
            """.formatted(container);
    }

    private static String copied(String letterTopic) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://a.example/"}},\
            "tidings":{"deadLetterTopic":"%s"}}}\
            """.formatted(letterTopic);
    }

    private static String signedBy(String identity) {
        return """
            "oauth2":{"tokenUrl":"https://login.example/token","clientId":"c",\
            "clientAuthentication":"private_key_jwt","identity":"%s"}\
            """.formatted(identity);
    }

    private static HttpResponse<String> application(String token, String topic, String origin, String application) {
        return ingest.manageAs(token, "PUT", topic + "/eventSubscriptions/azure", """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s/hook",\
            "azureActiveDirectoryTenantId":"t","azureActiveDirectoryApplicationIdOrUri":"%s"}}}}\
            """.formatted(origin, application));
    }

    private static HttpResponse<String> subscribe(String token, String topic, String origin, String authentication) {
        return ingest.manageAs(token, "PUT", topic + "/eventSubscriptions/one", """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s/hook"}},\
            "tidings":{"authentication":{%s}}}}\
            """.formatted(origin, authentication));
    }
}
