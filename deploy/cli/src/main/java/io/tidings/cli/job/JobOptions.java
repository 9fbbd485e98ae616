package io.tidings.cli.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.TimeArgument;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of redrive and replay alike. */
final class JobOptions {
    @Option(names = "--event-id", split = ",", paramLabel = "ID", description = "only these events")
    private List<String> eventIds = List.of();

    @Option(names = "--from", paramLabel = "TIME", description = "only from then on")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "only before then")
    private @Nullable String to;

    @Option(names = "--rate", paramLabel = "N", description = "deliveries in a second (100)")
    private @Nullable Integer rate;

    @Option(names = "--force", description = "also what was brought back three times")
    private boolean force;

    @Option(names = "--dry-run", description = "only count, and show ten of them")
    private boolean dryRun;

    @Option(names = "--wait", description = "show the progress until the job has ended; Ctrl-C leaves it running")
    private boolean wait;

    /** The request for a job; {@code select} is there. */
    ObjectNode request(String kind, SubscriptionName name, Instant now) {
        var request = JsonNodeFactory.instance
                .objectNode()
                .put("kind", kind)
                .put("topic", name.topic())
                .put("subscription", name.name())
                .put("dryRun", dryRun);
        if (rate != null) {
            request.put("rate", rate);
        }
        if (force) {
            request.put("force", true);
        }
        var select = request.putObject("select");
        if (!eventIds.isEmpty()) {
            var array = select.putArray("eventIds");
            eventIds.forEach(array::add);
        }
        if (from != null) {
            select.put("from", TimeArgument.of(from, now).toString());
        }
        if (to != null) {
            select.put("to", TimeArgument.of(to, now).toString());
        }
        return request;
    }

    /** A dry run is waited for: its result is what people ask for. */
    boolean waits() {
        return wait || dryRun;
    }
}
