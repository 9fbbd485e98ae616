package io.tidings.acceptance.page;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the page that repairs what failed, as an operator who has the command line alone. */
class RepairingPageIT {
    @TempDir
    private Path folder;

    @Test
    void anOperatorFindsOutWhyAnEventFailedRepairsTheSubscriptionAndSeesItDelivered() throws Exception {
        try (var machine = LocalTestCluster.start(folder.resolve("data"), Map.of())) {
            machine.endpoint().answers("/old", ScriptedResponse.status(400));
            machine.topic("orders", "EventGridSchema");
            machine.subscribe("orders", "billing", "/old", "", 30);
            machine.edge().publish("orders", "[" + machine.order("order-7", "/orders/7") + "]");
            var page = new PageCommands(machine, folder);
            var commands = PageCommands.of("repairing.md").iterator();

            eventually(page, commands.next(), "attempt 1", "400 BadRequest", "billing: DeadLettered");
            eventually(
                    page,
                    commands.next(),
                    "http://localhost:" + machine.endpoint().port() + "/old",
                    "UndeliverableDueToHttpBadRequest",
                    "0 deliveries wait");
            assertThat(page.printedBy(commands.next())).contains("subscription orders/billing");
            assertThat(page.printedBy(commands.next())).contains("sent the event");
            await().atMost(PATIENCE)
                    .until(() -> machine.endpoint().requests("/new").size() == 1);
            assertThat(page.printedBy(commands.next())).contains("of 1 written", "order-7", "1 of 1 written");
            await().atMost(PATIENCE)
                    .until(() -> machine.endpoint().requests("/new").size() == 2);
            eventually(page, commands.next(), "billing (redriven 1): Delivered");
            assertThat(page.printedBy(commands.next())).isNotBlank();
            assertThat(page.printedBy(commands.next())).contains("dry run: nothing was written");
            assertThat(commands).isExhausted();
        }
    }

    /** The timeline follows what was committed. */
    private static void eventually(PageCommands page, String command, String... printed) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(page.printedBy(command)).contains(printed));
    }
}
