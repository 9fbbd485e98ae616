package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.ResourceHeaders;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.manage.SubscriptionDrafts.Draft;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.write.ResourceLimits;
import io.tidings.ingest.write.SigningSecrets;
import io.tidings.ingest.write.SubscriptionRules;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.kafka.AllowedDeadLetterTopics;
import io.tidings.runtime.kafka.AllowedDestinations;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-ACCESS-1: what an operator may do to a subscription stays that. */
class SubscriptionDraftsTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final SubscriptionJson JSON = new SubscriptionJson(new EndpointRules(false));
    private static final byte[] PAUSE = "{\"properties\":{\"paused\":true}}".getBytes(UTF_8);
    private static final Subscription SECRET = new Subscription(
            BILLING,
            new Webhook(URI.create("https://example.com/hook?code=hush")),
            EventFilter.EVERYTHING,
            null,
            RetryPolicy.DEFAULT,
            null,
            null,
            List.of());

    private final ResourceTable table = new ResourceTable(JSON, new ResourceSecrets(Keyring.none()));

    @Test
    void aPauseChangesNothingElseOfASubscriptionWhoseSecretsCannotBeOpened() {
        var sealed = new ResourceSecrets(Keyring.parse("A".repeat(43) + "=")).seal(SECRET);
        read(sealed, ResourceHeaders.ofSubscription("u1", provisioning(), Set.of(), null, null));
        var entry = table.subscription(BILLING).orElseThrow();
        assertThat(entry.locked()).isTrue();
        var draft = (Draft.Accepted) drafts().ofPatch(entry, PAUSE, request());
        assertThat(draft.subscription()).isEqualTo(sealed.pausing(true));
        assertThat(draft.provisioning()).isEqualTo(entry.provisioning());
        assertThat(draft.uid()).isEqualTo("u1");
    }

    @Test
    void aPauseOfARecordThatIsNotCompletedYetIsRefused() {
        read(SECRET, ResourceHeaders.ofSubscription("u1", provisioning(), Set.of(), null, null));
        var entry = table.subscription(BILLING).orElseThrow();
        read(SECRET, List.of());
        var draft = (Draft.Refused) drafts().ofPatch(entry, PAUSE, request());
        assertThat(draft.response().status()).isEqualTo(409);
    }

    private static Provisioning provisioning() {
        return Provisioning.in(ProvisioningState.SUCCEEDED);
    }

    private void read(Subscription subscription, List<org.apache.kafka.common.header.Header> headers) {
        table.readSubscription(
                BILLING.toString(),
                new RecordHeaders(headers),
                SubscriptionJson.writeRecord(subscription).toString().getBytes(UTF_8),
                0);
    }

    private SubscriptionDrafts drafts() {
        var rules = new SubscriptionRules(
                JSON,
                AddressRules.allowing(List.of()),
                (_, _) -> Optional.empty(),
                new SigningSecrets(Duration.ofDays(1), new Random(1)),
                CredentialSettings.NONE,
                AllowedDestinations.NONE,
                AllowedContainers.ANY,
                AllowedDeadLetterTopics.NONE,
                ResourceLimits.INITIAL);
        return new SubscriptionDrafts(
                table, rules, new EndpointValidation(true), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    }

    private static Request request() {
        return new Request("PATCH", "/", "", "localhost", false, "127.0.0.1", Map.of(), () -> new Body.Whole(PAUSE));
    }
}
