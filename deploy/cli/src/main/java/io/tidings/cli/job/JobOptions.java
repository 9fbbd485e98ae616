package io.tidings.cli.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.Members;
import io.tidings.cli.session.TimeArgument;
import io.tidings.cli.terminal.CommandFailure;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of redrive and replay alike. */
final class JobOptions {
    @Parameters(
            paramLabel = "TOPIC[/NAME]",
            arity = "0..1",
            description = "a subscription, or the topic of several; none with --host, or with TOPIC/NAME as names")
    private @Nullable String target;

    @Option(
            names = "--subscription",
            split = ",",
            paramLabel = "NAME",
            description = "these subscriptions of the TOPIC, or of several as TOPIC/NAME, in one job")
    private List<String> names = List.of();

    @Option(names = "--all", description = "with TOPIC: all subscriptions that it has now, in one job")
    private boolean all;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "all subscriptions of your topics with endpoints at this host, in one job")
    private @Nullable String host;

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
    ObjectNode request(String kind, Instant now) {
        var request = JsonNodeFactory.instance.objectNode().put("kind", kind);
        putTargets(request);
        request.put("dryRun", dryRun);
        Members.put(request, "rate", rate);
        Members.put(request, "force", force ? true : null);
        var select = request.putObject("select");
        Members.put(select, "eventIds", eventIds);
        Members.put(select, "from", TimeArgument.utc(from, now));
        Members.put(select, "to", TimeArgument.utc(to, now));
        return request;
    }

    private void putTargets(ObjectNode request) {
        boolean one = target != null && target.contains("/");
        int said = (one ? 1 : 0) + (names.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (host == null ? 0 : 1);
        if (said != 1 || (target == null && all) || (target != null && host != null)) {
            throw CommandFailure.usage("Name one subscription as TOPIC/NAME, or give the TOPIC with --subscription"
                    + " NAME,NAME for several or with --all for all that it has; or without a TOPIC --subscription"
                    + " TOPIC/NAME,TOPIC/NAME, or --host HOST.");
        }
        if (target != null && one) {
            var name = SubscriptionName.of(target);
            request.put("topic", name.topic()).put("subscription", name.name());
            return;
        }
        Members.put(request, "topic", target);
        Members.put(request, "subscriptions", all ? List.of("*") : names);
        Members.put(request, "host", host);
    }

    /** A dry run is waited for: its result is what people ask for. */
    boolean waits() {
        return wait || dryRun;
    }
}
