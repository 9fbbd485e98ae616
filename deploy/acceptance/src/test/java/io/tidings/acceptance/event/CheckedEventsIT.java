package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** B-TYPE-1: data is checked where events are accepted, over HTTP and from Kafka, and never again. */
class CheckedEventsIT {
    private static final Pattern REJECTED =
            Pattern.compile("(?m)^tidings_rejected_total[^ ]*reason=\"SchemaMismatch\"[^ ]* [1-9]");

    private final LocalTestCluster machine = LocalTestCluster.shared();

    @Test
    void whatBreaksTheSchemaOfItsTypeIsRefusedUnlessItWasAcceptedBefore() {
        var checked = machine.topic("checked");
        checked.subscribe("mail", "/mail");
        checked.publish("before", "/mail/1");
        checked.awaitRequests("/mail", 1);
        machine.manage("PUT", "/topics/checked/eventTypes/Order.Placed", """
            {"properties":{"dataSchema":{"required":["customer"]}}}\
            """);
        machine.manage("PUT", "/topics/checked", "{\"properties\":{\"tidings\":{\"check\":\"reject\"}}}");

        var refused = machine.edge().publish("checked", "[" + checked.event("over-http", "/mail/2") + "]");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("SchemaMismatch", "event over-http breaks /required/0 of the schema");
        await().atMost(PATIENCE)
                .until(
                        () -> { // matching may learn of the type later than ingest
                            checked.produce(checked.event("over-kafka", "/elsewhere"));
                            return REJECTED.matcher(machine.metrics()).find();
                        });

        machine.manage("POST", "/jobs", """
            {"kind":"replay","topic":"checked","subscription":"mail","select":{"eventIds":["before"]}}\
            """);
        var received = checked.awaitRequests("/mail", 2);
        assertThat(received.getLast().text()).isEqualTo(received.getFirst().text());
    }
}
