package io.tidings.local;

import static io.tidings.local.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the README and of the quickstart, one after the other, with waits of a tenth. */
class QuickstartPageIT {
    private static final String HOOK = "/hook";

    @TempDir
    private Path folder;

    @Test
    void anEventFailsWaitsIsGivenUpIsBroughtBackAndIsDelivered() throws Exception {
        try (var machine = LocalTestCluster.start(folder.resolve("data"), Map.of("time.scale", "0.1"))) {
            var page = new PageCommands(machine, folder);
            theEventOfTheReadmeIsDelivered(machine, page);
            var commands = PageCommands.of("quickstart.md").iterator();
            assertThat(commands.next()).isEqualTo("./deploy/local/up\n");
            assertThat(commands.next()).startsWith("python3 -c").endsWith("503\n");
            machine.endpoint().answers(HOOK, ScriptedResponse.status(503));

            assertThat(page.printedBy(commands.next())).contains("\"name\":\"orders\"", "\"name\":\"billing\"");
            failsAndIsGivenUp(page, commands);
            machine.endpoint().answers(HOOK, ScriptedResponse.status(200));
            isDeliveredAndBroughtBack(machine, page, commands);
            waitsWhileTheSubscriptionIsPaused(machine, page, commands);
            assertThat(commands).isExhausted();
        }
    }

    private static void theEventOfTheReadmeIsDelivered(LocalTestCluster machine, PageCommands page) throws Exception {
        var commands = PageCommands.of("../README.md");
        assertThat(commands.get(1)).contains("./deploy/local/up --demo ", "./deploy/local/up ");
        assertThat(commands.get(2)).startsWith("python3 -c").endsWith("serve_forever()'\n");
        assertThat(page.printedBy(commands.getLast())).contains("\"name\":\"world\"", "200 OK");
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/hello").size() == 1);
    }

    private static void failsAndIsGivenUp(PageCommands page, Iterator<String> commands) throws Exception {
        assertThat(page.printedBy(commands.next())).contains("200 OK");
        eventually(page, commands.next(), "tidings-event-id:1", "tidings-last-outcome:Busy", "tidings-due:");
        eventually(page, commands.next(), "tidings.retry.30s");
        assertThat(page.printedBy(commands.next())).contains("\"status\":", "\"lastDeliveryOutcome\":\"Busy\"");
        eventually(page, commands.next(), "tidings-deadletter-reason:MaxDeliveryAttemptsExceeded");
    }

    private static void isDeliveredAndBroughtBack(
            LocalTestCluster machine, PageCommands page, Iterator<String> commands) throws Exception {
        int failed = received(machine).size();
        assertThat(failed).isEqualTo(3);
        assertThat(page.printedBy(commands.next())).contains("200 OK");
        await().atMost(PATIENCE).until(() -> received(machine).size() == failed + 1);
        assertThat(page.printedBy(commands.next())).contains("has 1 dead letters", "nothing was written");
        assertThat(page.printedBy(commands.next())).contains("done: redriven 1 of 1");
        await().atMost(PATIENCE).until(() -> received(machine).size() == failed + 2);
        assertThat(received(machine).getLast()).contains("\"id\":\"1\"");
    }

    private static void waitsWhileTheSubscriptionIsPaused(
            LocalTestCluster machine, PageCommands page, Iterator<String> commands) throws Exception {
        assertThat(page.printedBy(commands.next())).contains("\"paused\":true");
        assertThat(page.printedBy(commands.next())).contains("200 OK");
        assertThat(received(machine)).noneMatch(body -> body.contains("\"id\":\"3\""));
        assertThat(page.printedBy(commands.next())).contains("\"paused\":false");
        await().atMost(PATIENCE).until(() -> received(machine).getLast().contains("\"id\":\"3\""));
    }

    private static List<String> received(LocalTestCluster machine) {
        return machine.endpoint().requests(HOOK).stream()
                .map(request -> request.text())
                .toList();
    }

    /** A consumer that takes more than its five seconds to start has seen nothing. */
    private static void eventually(PageCommands page, String command, String... printed) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(page.printedBy(command)).contains(printed));
    }
}
