package io.tidings.contract.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.topic.TopicKeys;
import java.time.Instant;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Ingest writes topics and subscriptions, every program reads them. */
class ResourceHeadersTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void thoseOfATopicAreReadAsTheyWereWritten() {
        var keys = new TopicKeys("key-1", "key-2");
        var topic = new ResourceHeaders(new RecordHeaders(ResourceHeaders.ofTopic(keys, "it was no JSON")));
        assertThat(topic.keys()).isEqualTo(keys);
        assertThat(topic.replaced()).isEqualTo("it was no JSON");
        assertThat(topic.foreignFormat()).isNull();
    }

    @Test
    void thoseOfASubscriptionAreReadAsTheyWereWritten() {
        var provisioning = new Provisioning(
                        ProvisioningState.SUCCEEDED, true, NOON, "code", null, 120, NOON.plusSeconds(5))
                .receiveKeys(new TopicKeys("k1", "k2"));
        var subscription = new ResourceHeaders(new RecordHeaders(
                ResourceHeaders.ofSubscription("uid", provisioning, Set.of("orderBy", "signing"), null, null)));
        assertThat(subscription.uid()).isEqualTo("uid");
        assertThat(subscription.provisioning()).contains(provisioning);
        assertThat(subscription.requires()).containsExactlyInAnyOrder("orderBy", "signing");
        assertThat(subscription.ofTidings()).isTrue();
        assertThat(subscription.replaced()).isNull();
        assertThat(subscription.foreignFormat()).isNull();
    }

    /** B-GONE. */
    @Test
    void theResponseThatASubscriptionIsPausedForIsRememberedUntilItIsResumed() {
        var paused = Provisioning.succeeded(null).gone(NOON);

        assertThat(paused.remembering(paused, true)).isEqualTo(paused);
        assertThat(paused.remembering(paused, false)).isEqualTo(Provisioning.succeeded(null));
        var headers = ResourceHeaders.ofSubscription("uid", paused, Set.of(), null, null);
        assertThat(new ResourceHeaders(new RecordHeaders(headers)).provisioning())
                .contains(paused);
    }

    /** B-PAUSE. */
    @Test
    void thePausesOfASubscriptionAreReadWithTheTimeOfTheRecord() {
        var headers = ResourceHeaders.ofSubscription("uid", Provisioning.succeeded(null), Set.of(), "/", null);
        var paused = new ResourceHeaders(new RecordHeaders(headers)).pauses(true, NOON);
        assertThat(paused.since()).contains(NOON);
    }

    @Test
    void anIncompleteSubscriptionHasNoOwner() {
        var incomplete = new ResourceHeaders(new RecordHeaders(ResourceHeaders.ofIncompleteSubscription(Set.of())));
        assertThat(incomplete.uid()).isNull();
        assertThat(incomplete.provisioning()).isEmpty();
        assertThat(incomplete.foreignFormat()).isNull();
    }

    @Test
    void oneKeyOfTwoIsNone() {
        var headers = new RecordHeaders(ResourceHeaders.ofTopic(new TopicKeys("key-1", "key-2"), null));
        headers.remove(HeaderNames.KEY_2);
        assertThat(new ResourceHeaders(headers).keys()).isNull();
    }

    @Test
    void aLongErrorIsCut() {
        var headers = new RecordHeaders(ResourceHeaders.ofTopic(null, "e".repeat(3_000)));
        assertThat(new ResourceHeaders(headers).replaced()).hasSize(2_000);
    }

    @Test
    void aFormatOfAnotherReleaseIsNamed() {
        var headers = new RecordHeaders();
        assertThat(new ResourceHeaders(headers).foreignFormat()).isNull();
        HeaderText.set(headers, HeaderNames.FORMAT, "2");
        assertThat(new ResourceHeaders(headers).foreignFormat()).contains("\"2\"", "\"1\"");
    }
}
