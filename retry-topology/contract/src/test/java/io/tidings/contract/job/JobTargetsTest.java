package io.tidings.contract.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** B-REPLAY-1: a job names one subscription, several, or all of a topic. */
class JobTargetsTest {
    private static final JobTargets BOTH = new JobTargets("orders", List.of("billing", "audit"));
    private static final JobTargets ALL = new JobTargets("orders", List.of("*"));

    @Test
    void aJobOfSeveralIsOfEachOfThemInTheirTopic() {
        assertThat(BOTH.contains(new SubscriptionKey("orders", "audit"))).isTrue();
        assertThat(BOTH.contains(new SubscriptionKey("orders", "crm"))).isFalse();
        assertThat(BOTH.contains(new SubscriptionKey("refunds", "audit"))).isFalse();
        assertThat(BOTH.keys())
                .containsExactly(new SubscriptionKey("orders", "audit"), new SubscriptionKey("orders", "billing"));
    }

    @Test
    void aJobOfSeveralTopicsNamesThemWithTheirTopics() {
        var keys = Stream.of("orders/billing", "news/crm", "orders/audit")
                .map(text -> SubscriptionKey.parse(text).orElseThrow())
                .toList();
        var several = new JobTargets(keys);
        assertThat(several.names()).containsExactly("news/crm", "orders/audit", "orders/billing");
        assertThat(several.topics()).containsExactly("news", "orders");
        assertThat(several.byTopic())
                .extracting(JobTargets::names)
                .containsExactly(List.of("crm"), List.of("audit", "billing"));
        assertThat(several.areOf("news") && several.areOf("orders")).isTrue();
        assertThat(several.areOf("new") || several.areOf("newsletter")).isFalse();
        var ofTenant = JobTargets.of(new SubscriptionKey("tenants/anna", "billing"));
        assertThat(ofTenant.areOf("tenants") && ofTenant.areOf("tenants/anna")).isTrue();
        assertThat(ofTenant.areOf("tenant") || ofTenant.areOf("tenants/otto")).isFalse();
        assertThat(several).hasToString("3 subscriptions of 2 topics");
        assertThat(BOTH.names()).containsExactly("audit", "billing");
    }

    @Test
    void eachNamedSubscriptionMustExist() {
        assertThat(BOTH.broken(Set.of("audit", "billing", "crm"))).isEmpty();
        assertThat(BOTH.broken(Set.of("billing"))).contains("must be subscriptions of topic orders; it has no audit");
        assertThat(new JobTargets("orders", names(12)).broken(Set.of()).orElseThrow())
                .endsWith("s7 and 2 more");
    }

    @Test
    void allAreThoseThatTheTopicHasIfItHasSomeAndNotTooMany() {
        assertThat(ALL.broken(names(500))).isEmpty();
        assertThat(ALL.broken(Set.of())).contains("must be subscriptions of topic orders; it has none");
        assertThat(ALL.broken(names(501)).orElseThrow())
                .contains("at most 500 names", "has 501 subscriptions", "in several jobs");
    }

    private static Set<String> names(int number) {
        return IntStream.range(0, number).mapToObj(i -> "s" + i).collect(Collectors.toSet());
    }
}
