package io.tidings.cli.event;

import io.tidings.cli.session.TimeArgument;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select attempts. */
final class AttemptSelection {
    @Option(
            names = "--outcome",
            paramLabel = "OUTCOME",
            description = "only with this outcome, such as Busy; Failed for every failure")
    private @Nullable String outcome;

    @Option(names = "--event-id", paramLabel = "ID", description = "only of this event")
    private @Nullable String eventId;

    @Option(names = "--from", paramLabel = "TIME", description = "only from then on")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "only before then")
    private @Nullable String to;

    Map<String, String> parameters(Instant now) {
        var parameters = new LinkedHashMap<String, String>();
        if (outcome != null) {
            parameters.put("outcome", outcome);
        }
        if (eventId != null) {
            parameters.put("eventId", eventId);
        }
        TimeArgument.add(parameters, "from", from, now);
        TimeArgument.add(parameters, "to", to, now);
        return parameters;
    }
}
