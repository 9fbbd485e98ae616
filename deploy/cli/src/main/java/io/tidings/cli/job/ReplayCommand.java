package io.tidings.cli.job;

import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.TimeArgument;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that delivers past events again. */
@Command(
        name = "replay",
        header = "Delivers past events to a subscription, or to several, again.",
        description = "This is possible for as long as Kafka keeps them. By default the filter is not asked.",
        footer = TimeArgument.FORMS)
public final class ReplayCommand implements Callable<Integer> {
    private final CommandSession session;

    @Option(names = "--filter", description = "only events that the filter of the subscription matches")
    private boolean filter;

    @Mixin
    private final JobOptions selection = new JobOptions();

    public ReplayCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        var request = selection.request("replay", session.clock().instant());
        request.put("filter", filter);
        return new Following(session, session.api()).start(request, selection.waits());
    }
}
