package io.tidings.ingest.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** B-SUB-1: which changes make another version. */
class EntityTagTest {
    @Test
    void aHandshakeMakesNoOtherVersion() {
        var subscription = subscription("https://e.example/");
        var creating = new SubscriptionEntry(subscription, "u1", Provisioning.in(ProvisioningState.CREATING), 1);
        var succeeded = new SubscriptionEntry(subscription, "u1", Provisioning.succeeded(60), 2);
        assertThat(EntityTag.of(creating)).isEqualTo(EntityTag.of(succeeded));
    }

    @Test
    void anotherEndpointAndAnotherIncarnationDo() {
        var tag = tag(subscription("https://e.example/"), "u1");
        assertThat(tag).isNotEqualTo(tag(subscription("https://e.example/?code=2"), "u1"));
        assertThat(tag).isNotEqualTo(tag(subscription("https://e.example/"), "u2"));
        assertThat(tag.quoted()).matches("\"[-_A-Za-z0-9]{20}\"");
    }

    @Test
    void aTopicThatWasCreatedAgainIsAnotherVersion() {
        var topic = new TopicResource("orders", EventSchema.EVENT_GRID);
        var tag = EntityTag.of(new TopicEntry(topic, new TopicKeys("a", "b"), 1));
        assertThat(EntityTag.of(new TopicEntry(topic, new TopicKeys("a", "b"), 2)))
                .isEqualTo(tag);
        assertThat(EntityTag.of(new TopicEntry(topic, new TopicKeys("c", "b"), 3)))
                .isNotEqualTo(tag);
        assertThat(EntityTag.of(new TopicEntry(topic, null, 4))).isNotEqualTo(tag);
    }

    private static EntityTag tag(Subscription subscription, String uid) {
        return EntityTag.of(new SubscriptionEntry(subscription, uid, ProvisioningState.SUCCEEDED, 1));
    }

    private static Subscription subscription(String url) {
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(url);
        return switch (new SubscriptionJson(new EndpointRules(false))
                .read(new SubscriptionKey("orders", "billing"), json.getBytes(StandardCharsets.UTF_8))) {
            case Validated.Valid<Subscription>(var subscription) -> subscription;
            case Validated.Invalid<Subscription> invalid -> throw new AssertionError(invalid.sentence());
        };
    }
}
