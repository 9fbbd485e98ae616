package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.SubscriptionKey;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** At night, a person who has never seen Tidings is told that the order shop-3 has not arrived. */
@ExtendWith(ConsoleExtension.class)
class StoryIT {
    private static final int CLICKS = 9;
    private static final int SUBSCRIPTIONS = 300;
    private static final int ATTEMPTS = 10_000;
    private static final Duration TIME = Duration.ofMinutes(2);

    @Test
    void whatFailedIsFoundRepairedBroughtBackAndSeenDelivered(Browser browser) {
        try (var machine = Installation.start()) {
            fail(machine);
            var console = new Console(browser, machine.url());
            var begin = Instant.now();

            console.open("/").signIn(machine.adminToken()).awaitHeading("Overview");
            console.awaitText("shop/billing");
            console.type("Event id", "shop-3").click(Role.BUTTON, "Find");
            console.click(Role.LINK, "shop").awaitHeading("Event shop-3").awaitText("DeadLettered");
            console.awaitText("there is no /hok here");

            console.click(Role.LINK, "Edit billing").awaitHeading("Edit shop/billing");
            console.type("Endpoint URL", machine.endpoint().uri("/hook").toString());
            console.click(Role.BUTTON, "Save and test…").awaitDialog().awaitText("/hok\" → ");
            console.click(Role.BUTTON, "Save and test billing").awaitHeading("Subscription shop/billing");
            console.awaitNotice("The changes of shop/billing are saved.").awaitText("The endpoint accepted");

            console.click(Role.LINK, "Back to event shop-3").awaitHeading("Event shop-3");
            console.click(Role.BUTTON, "Redrive to billing…").awaitDialog().click(Role.BUTTON, "Redrive 1 event");
            console.awaitText("redriven once").awaitText("Delivered");

            assertThat(console.clicks()).isLessThanOrEqualTo(CLICKS);
            assertThat(Duration.between(begin, Instant.now())).isLessThan(TIME);
            await().untilAsserted(() ->
                    assertThat(machine.endpoint().requests("/hook")).hasSize(2));
        }
    }

    /** Among many others, the subscription has the wrong path since a change in the evening; what is there responds 500. */
    private static void fail(Installation machine) {
        machine.endpoint()
                .answers("/hok", new ScriptedResponse.Status(500, Map.of(), "{\"error\":\"there is no /hok here\"}"));
        machine.topic("shop");
        machine.subscribe("shop", "billing", "/hok");
        machine.subscribe("shop", "mail", "/mail");
        machine.manage(
                "PATCH",
                "/topics/shop/eventSubscriptions/billing",
                "{\"properties\":{\"retryPolicy\":{\"maxDeliveryAttempts\":2}}}");
        machine.write(Crowd.subscriptions("shop", SUBSCRIPTIONS));
        machine.write(Crowd.attempts(new SubscriptionKey("shop", "sub-00007"), ATTEMPTS));
        IntStream.rangeClosed(1, 5).forEach(i -> machine.publish("shop", "shop-" + i));
        IntStream.rangeClosed(1, 5).forEach(i -> machine.awaitState("shop", "shop-" + i, "billing", "DeadLettered"));
    }
}
