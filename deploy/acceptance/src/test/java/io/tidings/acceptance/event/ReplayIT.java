package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import org.junit.jupiter.api.Test;

/** B-REPLAY-2: what operators replay over HTTP reaches one endpoint. */
class ReplayIT {
    private final LocalTestCluster machine = LocalTestCluster.shared();

    @Test
    void aDeliveredEventIsReplayedToOneSubscriptionOnly() {
        var replays = machine.topic("replays");
        replays.subscribe("mail", "/mail");
        replays.subscribe("copy", "/copy", "/mail", "");
        replays.publish("2", "/mail/2");
        replays.awaitRequests("/mail", 1);
        replays.awaitRequests("/copy", 1);

        var created = machine.manage("POST", "/jobs", """
            {"kind":"replay","topic":"replays","subscription":"mail","select":{"eventIds":["2"]}}\
            """);
        var path = "/jobs/" + created.path("id").textValue();
        var done = await().atMost(PATIENCE)
                .until(
                        () -> machine.get(path),
                        job -> job.path("state").asText().equals("Done"));

        assertThat(done.path("createdBy").textValue()).isEqualTo("admin");
        var received = replays.awaitRequests("/mail", 2);
        assertThat(received.getLast().text()).isEqualTo(received.getFirst().text());
        assertThat(replays.requests("/copy")).hasSize(1);
    }
}
