package io.tidings.ingest.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.PublishLimits;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicResource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** #32: what managers create is bounded, and what is stored already stays. */
class ResourceLimitsTest {
    private static final ResourceLimits LIMITS = new ResourceLimits(2, 3, 6, 7, 4, 5, 10, 1_024, PublishLimits.NONE);
    private static final Subscription SMALL = subscription("\"labels\":[\"a\"]");

    @Test
    void oneMoreThanTheLimitIsRefused() {
        assertThat(LIMITS.oneMoreTopic(1)).isEmpty();
        assertThat(LIMITS.oneMoreTopic(2))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).contains("as many topics as may be created, 2", "resource.max.topics"));
        assertThat(LIMITS.oneMoreSubscription("orders", 2)).isEmpty();
        assertThat(LIMITS.oneMoreSubscription("orders", 4))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .contains("topic orders", "may be created, 3", "resource.max.subscriptions.per.topic"));
        assertThat(LIMITS.oneMoreDomainTopic(5)).isEmpty();
        assertThat(LIMITS.oneMoreDomainTopic(6))
                .hasValueSatisfying(
                        sentence -> assertThat(sentence).contains("may be created, 6", "resource.max.domain.topics"));
        assertThat(LIMITS.oneMoreDomainSubscription(6)).isEmpty();
        assertThat(LIMITS.oneMoreDomainSubscription(7))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).contains("may be created, 7", "resource.max.domain.subscriptions"));
    }

    @Test
    void listsHaveAtMostSoManyElements() {
        assertThat(broken("\"labels\":" + words(4))).isEmpty();
        assertThat(broken("\"labels\":" + words(5)))
                .containsExactly("properties.labels: must have at most 4 elements (see resource.max.labels)");
        assertThat(broken("\"filter\":{\"includedEventTypes\":" + words(5) + "}"))
                .isEmpty();
        assertThat(broken("\"filter\":{\"includedEventTypes\":" + words(6) + "}"))
                .containsExactly("properties.filter.includedEventTypes: must have at most 5 elements (see"
                        + " resource.max.event.types)");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        properties.labels[1]                                | "labels":["a","TEXT"]
        properties.filter.includedEventTypes[0]             | "filter":{"includedEventTypes":["TEXT"]}
        properties.filter.subjectBeginsWith                 | "filter":{"subjectBeginsWith":"TEXT"}
        properties.filter.subjectEndsWith                   | "filter":{"subjectEndsWith":"TEXT"}
        properties.tidings.authentication.oauth2.clientId   | OAUTH2"clientId":"TEXT"}}}
        properties.tidings.authentication.oauth2.scope      | OAUTH2"clientId":"a","scope":"TEXT"}}}
        properties.tidings.authentication.oauth2.audience   | OAUTH2"clientId":"a","audience":"TEXT"}}}
        """)
    void textsHaveAtMostSoManyCharacters(String path, String member) {
        var json = member.replace(
                "OAUTH2",
                "\"tidings\":{\"authentication\":{\"oauth2\":{\"tokenUrl\":\"https://l.example/\",\"clientSecret\":\"s\",");
        assertThat(broken(json.replace("TEXT", "x".repeat(10)))).isEmpty();
        var tooLong = json.replace("TEXT", "x".repeat(11));
        assertThat(broken(tooLong))
                .containsExactly(path + ": must have at most 10 characters (see resource.max.text.characters)");
        assertThat(LIMITS.brokenBy(subscription(tooLong), Optional.of(subscription(tooLong))))
                .as("stored already")
                .isEmpty();
    }

    @Test
    void allMembersTogetherHaveAtMostSoManyCharacters() {
        var large = "\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\",\"properties\":{\"resourceId\":\"/"
                + "x".repeat(1_024) + "/storageAccounts/archive\",\"blobContainerName\":\"dead\"}}";
        assertThat(broken(large))
                .singleElement()
                .satisfies(rule -> assertThat(rule)
                        .startsWith("properties: must have at most 1024 characters")
                        .endsWith("(see resource.max.characters)"));
        assertThat(LIMITS.brokenBy(subscription(large + ",\"paused\":false"), Optional.of(subscription(large))))
                .isEmpty();
        assertThat(LIMITS.brokenBy(subscription(large + ",\"paused\":true"), Optional.of(subscription(large))))
                .as("grows")
                .isNotEmpty();
    }

    @Test
    void aTopicHasAtMostSoManyCharacters() {
        var small = topic("x");
        var large = topic("x".repeat(1_024));
        assertThat(LIMITS.brokenBy(small, Optional.empty(), true)).isEmpty();
        assertThat(LIMITS.brokenBy(large, Optional.of(small), true))
                .extracting(Violation::toString)
                .singleElement()
                .satisfies(rule -> assertThat(rule).contains("at most 1024", "resource.max.characters"));
        assertThat(LIMITS.brokenBy(large, Optional.of(large), true)).isEmpty();
        assertThat(LIMITS.brokenBy(small, Optional.of(large), true)).isEmpty();
    }

    /** Otherwise nobody could change anything else of a subscription from before the limits. */
    @Test
    void aListThatIsTooLongAlreadyMayStayAndShrink() {
        var before = Optional.of(subscription("\"labels\":" + words(7)));
        assertThat(LIMITS.brokenBy(subscription("\"paused\":true,\"labels\":" + words(7)), before))
                .isEmpty();
        assertThat(LIMITS.brokenBy(subscription("\"labels\":" + words(6)), before))
                .isEmpty();
        assertThat(LIMITS.brokenBy(subscription("\"labels\":" + words(8)), before))
                .isNotEmpty();
    }

    @Test
    void theLimitsHoldForTheChangeOfASmallSubscription() {
        assertThat(LIMITS.brokenBy(subscription("\"labels\":" + words(5)), Optional.of(SMALL)))
                .isNotEmpty();
    }

    private static List<String> broken(String properties) {
        return LIMITS.brokenBy(subscription(properties), Optional.empty()).stream()
                .map(Violation::toString)
                .toList();
    }

    private static String words(int number) {
        return IntStream.range(0, number).mapToObj(i -> "\"w" + i + "\"").collect(Collectors.joining(",", "[", "]"));
    }

    private static TopicResource topic(String kind) {
        var read = TopicJson.read("orders", ("{\"kind\":\"" + kind + "\"}").getBytes(UTF_8));
        return ((Validated.Valid<TopicResource>) read).value();
    }

    private static Subscription subscription(String properties) {
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":\
            {"endpointUrl":"https://e.example/"}},%s}}\
            """.formatted(properties);
        var read = new SubscriptionJson(new EndpointRules(false))
                .read(new SubscriptionKey("orders", "billing"), json.getBytes(UTF_8));
        return ((Validated.Valid<Subscription>) read).value();
    }
}
