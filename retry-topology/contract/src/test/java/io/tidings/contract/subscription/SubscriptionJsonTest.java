package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SUB-1, B-SUB-4, B-MATCH-2, B-RETRY-4, B-DLQ-1 and B-DEL-6: what a subscription may say. */
class SubscriptionJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final String DESTINATION = """
        "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/hook?code=1"}}\
        """;

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @Test
    void theSampleOfTheEdgeDocumentIsAccepted() {
        var subscription = valid("""
            {
             "properties": {
              "destination": {
               "endpointType": "WebHook",
               "properties": {
                "endpointUrl": "https://example.com/hook",
                "eventDeliverySchema": "eventgridschema"
               }
              },
              "retryPolicy": {
               "eventExpiryInMinutes": 30,
               "maxDeliveryAttempts": 3
              }
             }
            }
            """);
        assertThat(subscription.deliverySchema()).isEqualTo(EventSchema.EVENT_GRID);
        assertThat(subscription.retryPolicy()).isEqualTo(new RetryPolicy(3, Duration.ofMinutes(30)));
        assertThat(subscription.destination()).isEqualTo(new Webhook(URI.create("https://example.com/hook")));
        assertThat(subscription.filter()).isEqualTo(EventFilter.EVERYTHING);
        assertThat(subscription.deadLetters()).isNull();
        assertThat(subscription.expires()).isNull();
    }

    @Test
    void everyMemberHasItsPlaceAndIsWrittenAsItIsRead() {
        var subscription = valid("""
            {"properties":{
              "destination":{"endpointType":"webhook","properties":{"endpointUrl":"https://example.com/hook?code=1"}},
              "filter":{"includedEventTypes":["placed","paid"],"subjectBeginsWith":"/a","subjectEndsWith":"z",
                "isSubjectCaseSensitive":true},
              "eventDeliverySchema":"CloudEventSchemaV1_0",
              "retryPolicy":{"maxDeliveryAttempts":5,"eventTimeToLiveInMinutes":60},
              "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
                "resourceId":"/subscriptions/1/resourceGroups/r/providers/Microsoft.Storage/storageAccounts/acc1",
                "blobContainerName":"dead-letters"}},
              "expirationTimeUtc":"2030-01-02T03:04:05+01:00",
              "labels":["a","b"]}}
            """);
        assertThat(subscription)
                .isEqualTo(new Subscription(
                        BILLING,
                        new Webhook(URI.create("https://example.com/hook?code=1")),
                        new EventFilter(List.of("placed", "paid"), "/a", "z", true),
                        EventSchema.CLOUD_EVENTS,
                        new RetryPolicy(5, Duration.ofHours(1)),
                        new DeadLetterDestination(
                                "/subscriptions/1/resourceGroups/r/providers/Microsoft.Storage/storageAccounts/acc1",
                                "dead-letters"),
                        Instant.parse("2030-01-02T02:04:05Z"),
                        List.of("a", "b")));
        assertThat(subscription.deadLetters().account()).isEqualTo("acc1");
        assertThat(valid(SubscriptionJson.write(subscription).toString())).isEqualTo(subscription);
    }

    @Test
    void everyViolationIsReportedAtOnceWithItsPath() {
        var violations = violations("""
            {"kind":"x","properties":{
              "destination":{"endpointType":"ServiceBusQueue","properties":{"endpointUrl":"http://user@example.com/#f"},"more":1},
              "filter":{"includedEventTypes":["a",5],"isSubjectCaseSensitive":"yes","prefix":"/"},
              "eventDeliverySchema":"Avro",
              "retryPolicy":{"maxDeliveryAttempts":31,"eventTimeToLiveInMinutes":0},
              "deadLetterDestination":{"endpointType":"Queue","properties":{"resourceId":"/a/b_c","blobContainerName":"A"}},
              "expirationTimeUtc":"tomorrow",
              "labels":"a"}}
            """);
        assertThat(violations)
                .extracting(Violation::path)
                .containsExactlyInAnyOrder(
                        "kind",
                        "properties.destination.endpointType",
                        "properties.destination.properties.endpointUrl",
                        "properties.destination.more",
                        "properties.filter.includedEventTypes[1]",
                        "properties.filter.isSubjectCaseSensitive",
                        "properties.filter.prefix",
                        "properties.eventDeliverySchema",
                        "properties.retryPolicy.maxDeliveryAttempts",
                        "properties.retryPolicy.eventTimeToLiveInMinutes",
                        "properties.deadLetterDestination.endpointType",
                        "properties.deadLetterDestination.properties.resourceId",
                        "properties.deadLetterDestination.properties.blobContainerName",
                        "properties.expirationTimeUtc",
                        "properties.labels");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|properties",
                "[]|''",
                "nothing|''",
                "{\"properties\":{}}|properties.destination.endpointType",
                "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\"}}}|properties.destination.properties.endpointUrl",
            })
    void missingRequiredMembersAreReported(String text, String path) {
        assertThat(violations(text)).extracting(Violation::path).contains(path);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"null, is required", "'\"\"', is required", "'\" \"', is required", "5, must be a string"})
    void aMissingTextIsReportedOnce(String url, String rule) {
        var text = withMembers("").replace("\"https://example.com/hook?code=1\"", url);
        assertThat(violations(text))
                .containsExactly(new Violation("properties.destination.properties.endpointUrl", rule));
    }

    @Test
    void aFlagThatIsFalseIsAsIfItWereAbsent() {
        assertThat(valid(withMembers("\"filter\":{\"isSubjectCaseSensitive\":false}"))
                        .filter())
                .isEqualTo(EventFilter.EVERYTHING);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "http://example.com/hook|https",
                "ftp://example.com/hook|https",
                "https:///hook|host",
                "https://a b|URL",
                "https://me:secret@example.com/|password",
                "https://example.com/#x|fragment",
            })
    void anEndpointIsAnHttpsUrlAndNothingElse(String url, String rule) {
        assertThat(violations(withMembers("").replace("https://example.com/hook?code=1", url)))
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.path()).isEqualTo("properties.destination.properties.endpointUrl");
                    assertThat(violation.rule()).contains(rule).doesNotContain("secret");
                });
    }

    @Test
    void plainHttpIsTakenWhereItIsAllowed() {
        var lenient = new SubscriptionJson(new EndpointRules(true));
        var text = withMembers("").replace("https://", "http://");
        assertThat(lenient.read(BILLING, text.getBytes(UTF_8))).isInstanceOf(Validated.Valid.class);
    }

    @Test
    void theResultOfAGetMayBePut() {
        valid("""
            {"id":"/x","name":"billing","type":"Microsoft.EventGrid/eventSubscriptions","systemData":{},
             "properties":{"topic":"/t","provisioningState":"Succeeded",%s,"filter":{"includedEventTypes":null,
             "enableAdvancedFilteringOnArrays":true,"advancedFilters":[]},"labels":null}}\
            """.formatted(DESTINATION.replace(
                "\"endpointUrl\"", "\"endpointBaseUrl\":\"https://example.com/hook\",\"endpointUrl\"")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "\"deliveryWithResourceIdentity\":{\"destination\":{}}|properties.deliveryWithResourceIdentity.destination",
                "\"retryPolicy\":{\"eventTimeToLiveInMinutes\":5,\"eventExpiryInMinutes\":6}|properties.retryPolicy.eventExpiryInMinutes",
                "\"colour\":\"red\"|properties.colour",
                "\"deadLetterWithResourceIdentity\":{\"identity\":1}|properties.deadLetterWithResourceIdentity.identity",
                "\"retryPolicy\":{\"colour\":1}|properties.retryPolicy.colour",
                "\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\",\"colour\":1,\"properties\":{\"resourceId\":\"/storageAccounts/a\",\"blobContainerName\":\"abc\"}}|properties.deadLetterDestination.colour",
                "\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\",\"properties\":{\"resourceId\":\"/storageAccounts/a\",\"blobContainerName\":\"abc\",\"colour\":1}}|properties.deadLetterDestination.properties.colour",
            })
    void unknownMembersAreRefusedByName(String member, String path) {
        assertThat(violations(withMembers(member)))
                .singleElement()
                .extracting(Violation::path)
                .isEqualTo(path);
    }

    /** B-ARM-2: tools plan a change of what does not come back. */
    @Test
    void whatAzureKnowsOfASubscriptionIsKept() {
        var tls = "\"minimumTlsVersionAllowed\":\"1.2\"";
        var identities = "\"deadLetterWithResourceIdentity\":{\"identity\":{\"type\":\"SystemAssigned\"}},"
                + "\"deliveryWithResourceIdentity\":{\"identity\":{\"type\":\"UserAssigned\",\"n\":1.50}}";
        var body = withMembers(identities).replace("\"endpointUrl\"", tls + ",\"endpointUrl\"");
        var subscription = valid(body);
        assertThat(SubscriptionJson.write(subscription).toString())
                .contains(tls)
                .contains(identities);
        assertThat(valid(SubscriptionJson.write(subscription).toString())).isEqualTo(subscription);
        for (var wrong : List.of("\"1.3\"", "1.2")) {
            assertThat(violations(body.replace("\"1.2\"", wrong)))
                    .singleElement()
                    .extracting(Violation::rule)
                    .asString()
                    .startsWith("must be 1.0, 1.1 or 1.2");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "/storageAccounts/archive, dead",
        "/subscriptions/1/resourceGroups/storageAccounts/providers/Microsoft.Storage/storageaccounts/archive, dead",
        "/subscriptions/1/resourceGroups/r/providers/Microsoft.Storage/storageAccounts/archive"
                + "/blobServices/default/containers/dead, dead",
        "storageAccounts/archive/blobServices/default/containers/dead/,",
    })
    void theStorageAccountIsTakenByItsNameInThePath(String resourceId, String container) {
        var deadLetters = valid(withMembers(deadLetters(resourceId, container))).deadLetters();
        assertThat(deadLetters.account()).isEqualTo("archive");
        assertThat(deadLetters.container()).isEqualTo("dead");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "archive, dead, resourceId, …/storageAccounts/NAME",
        "/a/b/archive, dead, resourceId, …/storageAccounts/NAME",
        "/storageAccounts/, dead, resourceId, …/storageAccounts/NAME",
        "/storageAccounts/a_b, dead, resourceId, …/storageAccounts/NAME",
        "/storageAccounts/archive/queueServices/default/queues/dead, dead, resourceId, /containers/CONTAINER",
        "/storageAccounts/archive/blobServices/default/containers/dead, other, blobContainerName, the container dead",
        "/storageAccounts/archive/blobServices/default/containers/De, , blobContainerName, lower-case",
        "/storageAccounts/archive, , blobContainerName, is required",
    })
    void aPathThatNamesNoStorageAccountOrAnotherContainerIsRefused(
            String resourceId, String container, String member, String rule) {
        assertThat(violations(withMembers(deadLetters(resourceId, container))))
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.path()).isEqualTo("properties.deadLetterDestination.properties." + member);
                    assertThat(violation.rule()).contains(rule);
                });
    }

    @Test
    void aRecordOfAnEarlierReleaseNamesTheAccountAtTheEndOfAnyPath() {
        var record = withMembers(deadLetters("/a/archive", "dead")).getBytes(UTF_8);
        var read = json.ofRecords().read(BILLING, record);
        assertThat(((Validated.Valid<Subscription>) read).value().deadLetters().account())
                .isEqualTo("archive");
    }

    private static String deadLetters(String resourceId, String container) {
        var name = container == null ? "" : ",\"blobContainerName\":\"" + container + "\"";
        return "\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\",\"properties\":{\"resourceId\":\""
                + resourceId + "\"" + name + "}}";
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"All", "all", "ALL"})
    void allEventTypesAreEveryType(String all) {
        var filter = "\"filter\":{\"includedEventTypes\":[\"" + all + "\"]}";
        assertThat(valid(withMembers(filter)).filter()).isEqualTo(EventFilter.EVERYTHING);
    }

    @Test
    void aNameHasThreeToSixtyFourLettersDigitsAndDashes() {
        for (var name : List.of("ab", "a".repeat(65), "a_b", "a.b")) {
            var read =
                    json.read(new SubscriptionKey("shop", name), withMembers("").getBytes(UTF_8));
            assertThat(read).isInstanceOf(Validated.Invalid.class);
        }
    }

    @Test
    void aSubscriptionIsDeliveredInTheSchemaOfItsTopicUnlessItSaysOtherwise() {
        var plain = valid(withMembers(""));
        assertThat(plain.deliveredAs(EventSchema.CLOUD_EVENTS)).isEqualTo(EventSchema.CLOUD_EVENTS);
        assertThat(plain.deliveredAs(EventSchema.EVENT_GRID)).isEqualTo(EventSchema.EVENT_GRID);
        assertThat(plain.deliveredAs(EventSchema.CUSTOM)).isEqualTo(EventSchema.EVENT_GRID);
    }

    @Test
    void theSecretInAnEndpointIsNotPrinted() {
        assertThat(valid(withMembers("")).toString()).doesNotContain("code=1").contains("Webhook[example.com:443]");
    }

    /** The text may be half of a secret. */
    @Test
    void invalidJsonIsReportedByItsPositionAndNotRepeated() {
        assertThat(violations("{\n \"value\": hush}"))
                .singleElement()
                .hasToString("this is not JSON, see line 2, column 11");
    }

    private static String withMembers(String more) {
        return "{\"properties\":{" + DESTINATION + (more.isEmpty() ? "" : "," + more) + "}}";
    }

    private Subscription valid(String text) {
        var read = json.read(BILLING, text.getBytes(UTF_8));
        assertThat(read).isInstanceOf(Validated.Valid.class);
        return ((Validated.Valid<Subscription>) read).value();
    }

    /** Jackson does not report the position of such a name. */
    @Test
    void tooDeepNestingIsRefusedAndNotRepeated() {
        assertThat(violations("{\"a\":" + "[".repeat(1_001) + "]".repeat(1_001) + "}"))
                .containsExactly(
                        new Violation("", "this is not JSON, or it has a name, a number or a depth beyond the limits"));
    }

    @Test
    void aNameOfSeventyThousandLettersIsRefusedLikeAnyOtherMistake() {
        assertThat(violations("{\"" + "x".repeat(70_000) + "\":1}"))
                .containsExactly(
                        new Violation("", "this is not JSON, or it has a name, a number or a depth beyond the limits"));
    }

    private List<Violation> violations(String text) {
        var read = json.read(BILLING, text.getBytes(UTF_8));
        assertThat(read).isInstanceOf(Validated.Invalid.class);
        return ((Validated.Invalid<Subscription>) read).violations();
    }
}
