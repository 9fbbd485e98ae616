package io.tidings.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PULL-4, B-ACCESS-1: the role receiver, with patterns of topics and subscriptions. */
class GrantTest {
    @ParameterizedTest
    @CsvSource({
        "orders,orders,billing,true",
        "orders/*,orders,billing,true",
        "orders*/bill*,orders-eu,billing,true",
        "orders/billing,orders,billing,true",
        "orders/billing,orders,shipping,false",
        "orders/billing,returns,billing,false",
        "*,returns,billing,true",
        "shop/web/billing,shop/web,billing,true",
        "shop/web/billing,shop/app,billing,false",
        "shop/web/billing,shop,billing,false",
        "shop/web/*,shop/web,billing,true",
        "shop/web/*,shop,web,false",
        "shop/*/billing,shop/app,billing,true",
        "shop,shop/web,billing,true"
    })
    void aReceiverHasTheQueuesThatMatch(String pattern, String topic, String subscription, boolean receives) {
        var principal = new Principal(
                "r", List.of(Grant.parse(Role.RECEIVER, List.of(pattern)).orElseThrow()));

        assertThat(principal.receives(new SubscriptionKey(topic, subscription))).isEqualTo(receives);
        assertThat(principal.sees(topic)).isFalse();
        for (var role : Role.values()) {
            assertThat(principal.refusal(role, topic)).as("%s", role).isPresent();
        }
    }

    @Test
    void noOtherRoleReceives() {
        for (var role : Role.values()) {
            assertThat(new Principal("r", List.of(Grant.ofAllTopics(role)))
                            .receives(new SubscriptionKey("orders", "billing")))
                    .as("%s", role)
                    .isFalse();
        }
    }

    @Test
    void onlyAReceiverHasPatternsOfSubscriptions() {
        assertThat(Grant.parse(Role.READER, List.of("shop/web/billing"))).isEmpty();
        assertThat(Grant.parse(Role.RECEIVER, List.of("shop/web/billing/x"))).isEmpty();
        assertThat(Grant.parse(Role.RECEIVER, List.of("shop/web/"))).isEmpty();
        assertThat(Grant.parse(Role.RECEIVER, List.of("orders", "re_turns"))).isEmpty();
        assertThat(Grant.parse(Role.RECEIVER, List.of("orders", "returns/x*"))
                        .orElseThrow()
                        .words())
                .containsExactly("orders/*", "returns/x*");
    }
}
