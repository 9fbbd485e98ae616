package io.tidings.ingest.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Agent;
import io.tidings.contract.subscription.AzureApplication;
import io.tidings.contract.subscription.Start;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.Setting;
import io.tidings.runtime.Settings;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.kafka.AllowedDeadLetterTopics;
import io.tidings.runtime.kafka.AllowedDestinations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** B-AUTH-2, B-SUB-4: what a subscription may ask for depends on settings and addresses. */
class SubscriptionRulesTest {
    private static final String AZURE =
            "\"azureActiveDirectoryTenantId\":\"example.com\",\"azureActiveDirectoryApplicationIdOrUri\":\"api://a\"";
    private static final String TENANT = "properties.destination.properties.azureActiveDirectoryTenantId";

    private static final CredentialSettings WITH_AZURE = CredentialSettings.of(Settings.of(
            Setting.define(new ConfigDef(), CredentialSettings.SETTINGS),
            CredentialSettings.PREFIXES,
            Map.of(
                    "oauth.azure.token.url", "https://login.example.com/{tenant}/token",
                    "oauth.azure.client.id", "tidings",
                    "oauth.azure.client.secret", "hush")));

    @Test
    void aTokenUrlMustNotBeAPrivateAddress() {
        assertThat(violations(rules(WITH_AZURE), "", oauth2("https://10.0.0.1/token")))
                .extracting(Violation::path)
                .containsExactly("properties.tidings.authentication.oauth2.tokenUrl");
        assertThat(violations(rules(WITH_AZURE), "", oauth2("https://login.example.com/token")))
                .isEmpty();
        assertThat(violations(rules(WITH_AZURE), "", oauth2("http://login.example.com/token")))
                .extracting(Violation::path)
                .containsExactly("properties.tidings.authentication.oauth2.tokenUrl");
    }

    @Test
    void aMicrosoftEntraApplicationNeedsASetting() {
        assertThat(violations(rules(CredentialSettings.NONE), AZURE, ""))
                .extracting(Violation::toString)
                .singleElement()
                .asString()
                .contains(TENANT + ": is not possible here: ", "oauth.azure.token.url");
        var accepted = (Validated.Valid<Subscription>) read(rules(WITH_AZURE), AZURE, "");
        assertThat(((Webhook) accepted.value().destination()).azure())
                .isEqualTo(new AzureApplication("example.com", "api://a"));
    }

    /** B-AUTH-4: after an upgrade, what a subscription names already may stay, but go nowhere else. */
    @Test
    void anIdentityThatStatesNothingStaysWhereItIs() {
        var named = "\"tidings\":{\"authentication\":{\"identity\":\"partner\"}}";
        var former = (Validated.Valid<Subscription>) read(rules(CredentialSettings.NONE), "", named);
        var entry = new SubscriptionEntry(former.value(), "uid", ProvisioningState.SUCCEEDED, 0);
        var rules = rules(CredentialSettings.NONE.onlyAsStated());
        assertThat(read(rules, body("", named + ",\"labels\":[\"new\"]"), Optional.of(entry)))
                .isInstanceOf(Validated.Valid.class);
        assertThat(read(rules, body("", named).replace("/hook", "/other"), Optional.of(entry)))
                .isInstanceOf(Validated.Invalid.class);
        assertThat(read(rules, "", named)).isInstanceOf(Validated.Invalid.class);
    }

    @Test
    void aRequestCarriesOneToken() {
        assertThat(violations(rules(WITH_AZURE), AZURE, oauth2("https://login.example.com/token")))
                .extracting(Violation::path)
                .containsExactly(TENANT);
    }

    @Test
    void anEventHubNeedsASetting() {
        assertThat(hubViolations("orders", "")).isEmpty();
        assertThat(hubViolations("bills", ""))
                .extracting(Violation::path)
                .containsExactly("properties.destination.properties.resourceId");
    }

    /** B-DLQ-8 */
    @Test
    void aTopicForDeadLettersNeedsASetting() {
        var rules = rules(WITH_AZURE);
        assertThat(violations(rules, "", "\"tidings\":{\"deadLetterTopic\":\"Shop\"}"))
                .isEmpty();
        assertThat(violations(rules, "", "\"tidings\":{\"deadLetterTopic\":\"bills\"}"))
                .singleElement()
                .extracting(Violation::toString)
                .asString()
                .contains("properties.tidings.deadLetterTopic", "topic shop (shop)", "deadletter.kafka.bills");
    }

    @Test
    void anEventHubTakesNoSettingsOfRequests() {
        assertThat(hubViolations("orders", ",\"tidings\":{\"signing\":{}}"))
                .extracting(Violation::path)
                .containsExactly("properties.tidings.signing");
        assertThat(hubViolations("orders", "," + oauth2("https://login.example.com/token")))
                .extracting(Violation::path)
                .containsExactly("properties.tidings.authentication");
    }

    /** B-LANE-2: events that wait would be passed. */
    @Test
    void theOrderOfASubscriptionCannotBeChanged() {
        var ordered = "\"tidings\":{\"orderBy\":\"subject\",\"lanes\":2}";
        assertThat(changed(ordered, ordered)).isEmpty();
        assertThat(changed(ordered, "")).containsExactly("properties.tidings.orderBy");
        assertThat(changed("", ordered)).containsExactly("properties.tidings.orderBy");
        assertThat(changed(ordered, "\"tidings\":{\"orderBy\":\"kafka.key\",\"lanes\":2}"))
                .containsExactly("properties.tidings.orderBy");
        assertThat(changed(ordered, "\"tidings\":{\"orderBy\":\"subject\"}"))
                .containsExactly("properties.tidings.lanes");
        assertThat(changed("", "\"tidings\":{\"lanes\":2}")).isEmpty();
    }

    /** B-START: a subscription starts once. */
    @Test
    void theStartOfASubscriptionCannotBeChanged() {
        var earliest = "\"tidings\":{\"start\":\"earliest\"}";
        assertThat(changed(earliest, earliest)).isEmpty();
        assertThat(changed(earliest, "")).isEmpty();
        assertThat(changed("", earliest)).containsExactly("properties.tidings.start");
        assertThat(violations(rules(WITH_AZURE), "", "\"tidings\":{\"start\":\"2999-01-01T00:00:00Z\"}"))
                .containsExactly(new Violation("properties.tidings.start", "must not be in the future"));
    }

    /** Its endpoint is not validated yet, so nobody has asked for the job. */
    @Test
    void aStartThatIsOpenIsKept() {
        var rules = rules(WITH_AZURE);
        var former = (Validated.Valid<Subscription>) read(rules, "", "\"tidings\":{\"start\":\"earliest\"}");
        var provisioning = Provisioning.in(ProvisioningState.CREATING);
        for (var state : StartState.values()) {
            var entry = new SubscriptionEntry(former.value(), "uid", provisioning.start(state), 0);
            var read = (Validated.Valid<Subscription>) read(rules, body("", ""), Optional.of(entry));
            assertThat(read.value().extensions().start())
                    .isEqualTo(state == StartState.OPEN ? Start.EARLIEST : Start.NOW);
        }
    }

    /** B-MCP-2: a subscription of an agent would go on without its token. */
    @Test
    void onlyAnAgentLetsItsSubscriptionLastLonger() {
        var unmarked = ((Validated.Valid<Subscription>)
                        read(rules(WITH_AZURE), "", "\"tidings\":{\"signing\":{}}" + until("2027-01-01T00:00:00Z")))
                .value();
        var mark = new Agent(
                "sub_0123456789abcdef0123456789abcdef",
                "bot",
                null,
                "shop.placed",
                JsonNodeFactory.instance.objectNode());
        var entry = new SubscriptionEntry(
                unmarked.with(unmarked.extensions().with(mark)), "uid", ProvisioningState.SUCCEEDED, 0);
        assertThat(ofAgent(entry, until("2027-01-01T00:00:00Z"))).isEmpty();
        assertThat(ofAgent(entry, until("2026-12-31T00:00:00Z"))).isEmpty();
        assertThat(ofAgent(entry, until("2027-01-01T00:00:01Z"))).containsExactly("properties.expirationTimeUtc");
        assertThat(ofAgent(entry, "")).containsExactly("properties.expirationTimeUtc");
    }

    private static String until(String end) {
        return ",\"expirationTimeUtc\":\"" + end + "\"";
    }

    private static List<String> ofAgent(SubscriptionEntry entry, String end) {
        var body = body("", """
            "eventDeliverySchema":"CloudEventSchemaV1_0",\
            "tidings":{"signing":{},"agent":{"id":"sub_0123456789abcdef0123456789abcdef","principal":"bot",\
            "event":"shop.placed"}}%s\
            """.formatted(end));
        return paths(read(rules(WITH_AZURE), body, Optional.of(entry)));
    }

    @Test
    void anEventHubMayGetItsEventsInOrder() {
        assertThat(hubViolations("orders", ",\"tidings\":{\"orderBy\":\"subject\"}"))
                .isEmpty();
    }

    private static List<String> changed(String before, String after) {
        var rules = rules(WITH_AZURE);
        var former = (Validated.Valid<Subscription>) read(rules, "", before);
        var entry = new SubscriptionEntry(former.value(), "uid", ProvisioningState.SUCCEEDED, 0);
        return paths(read(rules, body("", after), Optional.of(entry)));
    }

    private static List<String> paths(Validated<Subscription> read) {
        return read instanceof Validated.Invalid<Subscription> invalid
                ? invalid.violations().stream().map(Violation::path).toList()
                : List.of();
    }

    private static List<Violation> hubViolations(String hub, String properties) {
        var body = """
            {"properties":{"destination":{"endpointType":"EventHub","properties":\
            {"resourceId":"/subscriptions/1/eventhubs/%s"}}%s}}\
            """.formatted(hub, properties);
        var read = read(rules(WITH_AZURE), body);
        return read instanceof Validated.Invalid<Subscription> invalid ? invalid.violations() : List.of();
    }

    private static SubscriptionRules rules(CredentialSettings credentials) {
        return new SubscriptionRules(
                new SubscriptionJson(new EndpointRules(false)),
                AddressRules.allowing(List.of()),
                (_, _) -> Optional.empty(),
                new SigningSecrets(Duration.ofDays(1), new Random(1)),
                credentials,
                new AllowedDestinations(Map.of("orders", "shop.orders")),
                AllowedContainers.ANY,
                new AllowedDeadLetterTopics(new AllowedDestinations(Map.of("shop", "shop.dead"))),
                ResourceLimits.INITIAL);
    }

    private static List<Violation> violations(SubscriptionRules rules, String members, String properties) {
        return read(rules, members, properties) instanceof Validated.Invalid<Subscription> invalid
                ? invalid.violations()
                : List.of();
    }

    private static Validated<Subscription> read(SubscriptionRules rules, String members, String properties) {
        return read(rules, body(members, properties));
    }

    private static String body(String members, String properties) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":\
            {"endpointUrl":"https://example.com/hook"%s}}%s}}\
            """.formatted(members.isEmpty() ? "" : "," + members, properties.isEmpty() ? "" : "," + properties);
    }

    private static Validated<Subscription> read(SubscriptionRules rules, String body) {
        return read(rules, body, Optional.empty());
    }

    private static Validated<Subscription> read(
            SubscriptionRules rules, String body, Optional<SubscriptionEntry> before) {
        return rules.read(
                new SubscriptionKey("shop", "billing"),
                body.getBytes(UTF_8),
                before,
                new TopicResource("shop", EventSchema.EVENT_GRID),
                Instant.EPOCH);
    }

    private static String oauth2(String tokenUrl) {
        return """
            "tidings":{"authentication":{"oauth2":{"tokenUrl":"%s","clientId":"tidings","clientSecret":"hush"}}}\
            """.formatted(tokenUrl);
    }
}
