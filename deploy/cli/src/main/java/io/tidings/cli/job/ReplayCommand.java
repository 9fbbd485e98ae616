package io.tidings.cli.job;

import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.TimeArgument;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that delivers past events again. */
@Command(
        name = "replay",
        header = "Delivers past events to one subscription again.",
        description = "This is possible for as long as Kafka keeps them. By default the filter is not asked.",
        footer = TimeArgument.FORMS)
public final class ReplayCommand implements Callable<Integer> {
    private final CommandSession session;

    @Parameters(paramLabel = "TOPIC/NAME")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private SubscriptionName name;

    @Option(names = "--filter", description = "only events that the filter of the subscription matches")
    private boolean filter;

    @Mixin
    private final JobOptions selection = new JobOptions();

    public ReplayCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        var request = selection.request("replay", name, session.clock().instant());
        request.put("filter", filter);
        return new Following(session, session.api()).start(request, selection.waits());
    }
}
