package io.tidings.acceptance.page;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.ShellScript;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the README and of the quickstart, one after the other, with waits of a tenth. */
class QuickstartPageIT {
    private static final String PUBLISHED = "published 1 event to orders";

    @TempDir
    private Path folder;

    @Test
    void anEventFailsWaitsIsGivenUpIsBroughtBackAndIsDelivered() throws Exception {
        try (var machine = LocalTestCluster.start(folder.resolve("data"), Map.of("time.scale", "0.1"))) {
            var page = new PageCommands(machine, folder);
            theEventOfTheReadmeIsDelivered(page);
            var commands = PageCommands.of("quickstart.md").iterator();
            assertThat(commands.next()).isEqualTo("./deploy/local/up\n");
            try (var endpoint = listening(page, commands.next())) {
                failsAndIsGivenUp(page, endpoint, commands);
                isBroughtBackAndDelivered(page, endpoint, commands);
                waitsWhileTheSubscriptionIsPaused(page, endpoint, commands);
                assertThat(commands).isExhausted();
                endpoint.interrupt();
                assertThat(endpoint.exit(PATIENCE)).isZero();
                assertThat(endpoint.printed()).contains("deleted subscription orders/billing");
            }
        }
    }

    /** The endpoint of a page, on any port. */
    private static ShellScript listening(PageCommands page, String command) {
        assertThat(command).startsWith("./deploy/tidings listen --subscription ");
        var endpoint = page.start(command.strip() + " --port 0");
        await().atMost(PATIENCE).until(() -> endpoint.printed().contains("created subscription"));
        return endpoint;
    }

    private static void theEventOfTheReadmeIsDelivered(PageCommands page) throws Exception {
        var commands = PageCommands.of("../README.md");
        assertThat(commands).hasSize(4);
        assertThat(commands.get(1)).contains("./deploy/local/up --demo ", "./deploy/local/up ");
        try (var endpoint = listening(page, commands.get(2))) {
            assertThat(page.printedBy(commands.getLast())).contains("published 1 event to hello");
            await().atMost(PATIENCE).until(() -> endpoint.printed().contains("good tidings"));
            endpoint.interrupt();
            assertThat(endpoint.exit(PATIENCE)).isZero();
        }
    }

    private static void failsAndIsGivenUp(PageCommands page, ShellScript endpoint, Iterator<String> commands)
            throws Exception {
        assertThat(page.printedBy(commands.next())).contains(PUBLISHED + ": 1");
        assertThat(page.printedBy(commands.next()))
                .contains("billing: attempt 1", "billing: attempt 3")
                .contains("billing: DeadLettered, MaxDeliveryAttemptsExceeded");
        await().atMost(PATIENCE).until(() -> responses(endpoint, 500) == 3);
        var status = commands.next();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(page.printedBy(status)).containsPattern("last failure +GenericError"));
    }

    private static void isBroughtBackAndDelivered(PageCommands page, ShellScript endpoint, Iterator<String> commands)
            throws Exception {
        assertThat(page.printedBy(commands.next())).contains("Done, 1 of 1 written");
        await().atMost(PATIENCE)
                .until(() -> responses(endpoint, 200) == 1 && lastBody(endpoint).contains("\"id\":\"1\""));
    }

    private static void waitsWhileTheSubscriptionIsPaused(
            PageCommands page, ShellScript endpoint, Iterator<String> commands) throws Exception {
        assertThat(page.printedBy(commands.next())).contains("Paused");
        assertThat(page.printedBy(commands.next())).contains(PUBLISHED + ": 2");
        assertThat(endpoint.printed()).doesNotContain("\"id\":\"2\"");
        assertThat(page.printedBy(commands.next())).contains("orders/billing");
        await().atMost(PATIENCE).until(() -> lastBody(endpoint).contains("\"id\":\"2\""));
    }

    private static long responses(ShellScript endpoint, int status) {
        return Pattern.compile("responded " + status + "\\b")
                .matcher(endpoint.printed())
                .results()
                .count();
    }

    private static String lastBody(ShellScript endpoint) {
        var printed = endpoint.printed();
        return printed.substring(printed.lastIndexOf("responded"));
    }
}
