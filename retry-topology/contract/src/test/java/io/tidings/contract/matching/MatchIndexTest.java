package io.tidings.contract.matching;

import static io.tidings.contract.matching.CompiledFilterTest.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicResource;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** B-MATCH-1, B-MATCH-3, B-MATCH-4 and B-MATCH-5: the candidates of an event. */
class MatchIndexTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");

    private final MatchIndex index = new MatchIndex();

    @Test
    void aTopicHasTheSchemaItWasLastPutWith() {
        assertThat(index.input("shop")).isEmpty();
        index.apply(topic("shop", EventSchema.EVENT_GRID));
        index.apply(topic("shop", EventSchema.CLOUD_EVENTS));
        assertThat(index.input("shop")).contains(Input.of("shop", EventSchema.CLOUD_EVENTS));
        index.apply(new TableChange.TopicRemoved("shop"));
        assertThat(index.input("shop")).isEmpty();
    }

    @Test
    void theNewestVersionOfASubscriptionIsTheOnlyCandidate() {
        index.apply(put(BILLING, "u1", ProvisioningState.SUCCEEDED));
        assertThat(uids("shop")).containsExactly("u1");
        index.apply(put(BILLING, "u2", ProvisioningState.SUCCEEDED));
        assertThat(uids("shop")).containsExactly("u2");
        index.apply(put(new SubscriptionKey("shop", "audit"), "u3", ProvisioningState.SUCCEEDED));
        assertThat(uids("shop")).containsExactlyInAnyOrder("u2", "u3");
        index.apply(new TableChange.SubscriptionRemoved(BILLING));
        assertThat(uids("shop")).containsExactly("u3");
    }

    @Test
    void allCandidatesAreThoseOfAllTopics() {
        assertThat(index.candidates()).isEmpty();
        index.apply(put(BILLING, "u1", ProvisioningState.SUCCEEDED));
        index.apply(put(new SubscriptionKey("news", "mail"), "u2", ProvisioningState.UPDATING));
        assertThat(index.candidates())
                .extracting(CompiledSubscription::key)
                .containsExactlyInAnyOrder(BILLING, new SubscriptionKey("news", "mail"));
    }

    @Test
    void subscriptionsOfOtherTopicsAreNoCandidates() {
        index.apply(put(BILLING, "u1", ProvisioningState.SUCCEEDED));
        assertThat(index.candidates("shops")).isEmpty();
        assertThat(index.candidates("shops", "placed")).isEmpty();
    }

    @Test
    void anEventIsOfferedToThoseThatNameItsTypeAndToThoseThatNameNone() {
        index.apply(naming("placed", "placed", "placed"));
        index.apply(naming("both", "placed", "paid"));
        assertThat(names("placed")).containsExactlyInAnyOrder("placed", "both");
        assertThat(names("paid")).containsExactly("both");
        assertThat(names("Placed")).isEmpty();
        index.apply(naming("any"));
        assertThat(names("placed")).containsExactlyInAnyOrder("placed", "both", "any");
        assertThat(names("other")).containsExactly("any");
        index.apply(naming("both", "other"));
        assertThat(names("other")).containsExactlyInAnyOrder("both", "any");
        assertThat(names("paid")).containsExactly("any");
        assertThat(index.candidates("shop")).hasSize(3);
    }

    /** Of ten thousand, an event costs those that it is offered to; and a change costs those of its type. */
    @Test
    void ofTenThousandSubscriptionsOnlyThoseOfTheTypeAreAskedAndAChangeLeavesAllOthersAsTheyAre() {
        for (int i = 0; i < 10_000; i++) {
            index.apply(naming("s" + i, i < 10 ? "placed" : "type-" + i));
        }
        var offered = index.candidates("shop", "placed");
        var other = index.candidates("shop", "type-77");
        var before = index.candidates("shop");
        assertThat(offered).hasSize(10);
        assertThat(index.count("shop")).isEqualTo(10_000);
        index.apply(naming("one-more", "placed"));
        assertThat(index.candidates("shop", "placed")).hasSize(11).containsAll(offered);
        assertThat(index.candidates("shop", "type-77")).isSameAs(other);
        assertThat(index.candidates("shop")).hasSize(10_001).containsAll(before);
        assertThat(offered).hasSize(10);
    }

    @Test
    void aWaiterThatLeavesDoesNotAffectTheOthers() {
        for (var name : List.of("a", "b", "c")) {
            index.apply(naming(name, "placed"));
            index.apply(naming("any-" + name));
        }
        index.apply(new TableChange.SubscriptionRemoved(new SubscriptionKey("shop", "b")));
        index.apply(new TableChange.SubscriptionRemoved(new SubscriptionKey("shop", "any-b")));
        assertThat(names("placed")).containsExactlyInAnyOrder("a", "c", "any-a", "any-c");
        assertThat(index.count("shop")).isEqualTo(4);
        assertThat(index.count("news")).isZero();
        index.apply(new TableChange.SubscriptionRemoved(new SubscriptionKey("shop", "b")));
        index.apply(new TableChange.SubscriptionRemoved(new SubscriptionKey("shop", "a")));
        index.apply(new TableChange.SubscriptionRemoved(new SubscriptionKey("shop", "c")));
        assertThat(names("placed")).containsExactlyInAnyOrder("any-a", "any-c");
    }

    /** Whatever an event finds is the subscription as it was or as it is. */
    @Test
    void aSubscriptionIsNeverMissedWhileItChanges() throws InterruptedException {
        index.apply(naming("billing", "placed"));
        var changes = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 20_000; i++) {
                index.apply(i % 2 == 0 ? naming("billing") : naming("billing", "placed", "paid"));
            }
        });
        while (changes.isAlive()) {
            assertThat(names("placed")).containsExactly("billing");
        }
        changes.join();
    }

    /** With an event after each, as when a fleet of subscribers comes up under load. */
    @Test
    void tenThousandSubscriptionsComeOneByOneBetweenEvents() {
        var processor = ManagementFactory.getThreadMXBean();
        long begun = processor.getCurrentThreadCpuTime();
        for (int i = 0; i < 10_000; i++) {
            index.apply(naming("s" + i, i % 2 == 0 ? new String[] {} : new String[] {"type-" + i}));
            assertThat(index.candidates("shop", "type-" + i).size()).isGreaterThanOrEqualTo(1);
        }
        assertThat(Duration.ofNanos(processor.getCurrentThreadCpuTime() - begun))
                .isLessThan(Duration.ofSeconds(10));
        assertThat(index.candidates("shop", "type-1")).hasSize(5_001);
    }

    @ParameterizedTest
    @EnumSource(
            value = ProvisioningState.class,
            names = {"CREATING", "AWAITING_MANUAL_ACTION", "FAILED"})
    void aSubscriptionThatIsNotValidatedIsNoCandidate(ProvisioningState state) {
        index.apply(put(BILLING, "u1", ProvisioningState.SUCCEEDED));
        index.apply(put(BILLING, "u1", state));
        assertThat(index.candidates("shop")).isEmpty();
    }

    @Test
    void anIncompleteOrIgnoredRecordChangesNothing() {
        index.apply(put(BILLING, "u1", ProvisioningState.SUCCEEDED));
        index.apply(new TableChange.SubscriptionIncomplete(subscription(BILLING, null, null), 7));
        index.apply(new TableChange.Ignored(BILLING.toString(), "is no JSON", 8));
        assertThat(uids("shop")).containsExactly("u1");
    }

    @Test
    void aSubscriptionExpiresAtItsTime() {
        index.apply(new TableChange.SubscriptionPut(
                new SubscriptionEntry(subscription(BILLING, null, NOON), "u1", ProvisioningState.SUCCEEDED, 0)));
        var compiled = index.candidates("shop").getFirst();
        assertThat(compiled.wants(event("placed", "/1"), NOON.minusMillis(1))).contains(EventSchema.CLOUD_EVENTS);
        assertThat(compiled.wants(event("placed", "/1"), NOON)).isEmpty();
        assertThat(compiled.explain(event("placed", "/1"), NOON.minusMillis(1))).isEmpty();
        assertThat(compiled.explain(event("placed", "/1"), NOON))
                .contains("expirationTimeUtc: the subscription expired at " + NOON);
    }

    @Test
    void aCandidateWantsNothingThatItsFilterDoesNotPass() {
        var orders = new EventFilter(List.of(), "/orders/", "", false);
        var subscription = new Subscription(
                BILLING,
                new Webhook(URI.create("https://example.com/hook")),
                orders,
                null,
                RetryPolicy.DEFAULT,
                null,
                null,
                List.of());
        index.apply(new TableChange.SubscriptionPut(
                new SubscriptionEntry(subscription, "u1", ProvisioningState.SUCCEEDED, 0)));
        var compiled = index.candidates("shop").getFirst();
        assertThat(compiled.wants(event("placed", "/orders/1"), NOON)).contains(EventSchema.CLOUD_EVENTS);
        assertThat(compiled.wants(event("placed", "/news/1"), NOON)).isEmpty();
        assertThat(compiled.explain(event("placed", "/news/1"), NOON))
                .contains("subjectBeginsWith: \"/orders/\" does not match subject \"/news/1\"");
    }

    @Test
    void aSubscriptionThatCannotGetTheSchemaOfItsTopicMatchesNothingAndShowsWhy() {
        index.apply(topic("shop", EventSchema.CLOUD_EVENTS));
        var entry = new SubscriptionEntry(
                subscription(BILLING, EventSchema.EVENT_GRID, null), "u1", ProvisioningState.SUCCEEDED, 0);
        index.apply(new TableChange.SubscriptionPut(entry));
        assertThat(index.candidates("shop").getFirst().wants(event("placed", "/1"), NOON))
                .isEmpty();
        assertThat(index.obstacle(entry))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .contains("CloudEventSchemaV1_0", "cannot be delivered as EventGridSchema"));
    }

    @Test
    void aSubscriptionWithoutItsTopicShowsSo() {
        var entry = new SubscriptionEntry(subscription(BILLING, null, null), "u1", ProvisioningState.SUCCEEDED, 0);
        assertThat(index.obstacle(entry)).contains("there is no topic shop yet; create it");
        index.apply(topic("shop", EventSchema.EVENT_GRID));
        assertThat(index.obstacle(entry)).isEmpty();
    }

    private List<String> names(String eventType) {
        return index.candidates("shop", eventType).stream()
                .map(compiled -> compiled.key().name())
                .toList();
    }

    private static TableChange naming(String name, String... types) {
        var filter = new EventFilter(List.of(types), "", "", false);
        var subscription = new Subscription(
                new SubscriptionKey("shop", name),
                new Webhook(URI.create("https://example.com/hook")),
                filter,
                null,
                RetryPolicy.DEFAULT,
                null,
                null,
                List.of());
        return new TableChange.SubscriptionPut(
                new SubscriptionEntry(subscription, "u", ProvisioningState.SUCCEEDED, 0));
    }

    private List<String> uids(String topic) {
        return index.candidates(topic).stream()
                .map(compiled -> compiled.entry().uid())
                .toList();
    }

    private static TableChange topic(String name, EventSchema schema) {
        return new TableChange.TopicPut(new TopicEntry(new TopicResource(name, schema), null, 0));
    }

    private static TableChange put(SubscriptionKey key, String uid, ProvisioningState state) {
        return new TableChange.SubscriptionPut(new SubscriptionEntry(subscription(key, null, null), uid, state, 0));
    }

    private static Subscription subscription(
            SubscriptionKey key, @Nullable EventSchema schema, @Nullable Instant expires) {
        return new Subscription(
                key,
                new Webhook(URI.create("https://example.com/hook")),
                EventFilter.EVERYTHING,
                schema,
                RetryPolicy.DEFAULT,
                null,
                expires,
                List.of());
    }
}
