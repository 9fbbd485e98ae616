package io.tidings.cli.job;

import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.TimeArgument;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that brings dead letters back. */
@Command(
        name = "redrive",
        header = "Delivers the dead letters of a subscription again.",
        description = "They have all their attempts and all their time to live again.",
        footer = TimeArgument.FORMS)
public final class RedriveCommand implements Callable<Integer> {
    private final CommandSession session;

    @Parameters(paramLabel = "TOPIC/NAME")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private SubscriptionName name;

    @Option(names = "--reason", split = ",", paramLabel = "REASON", description = "only with one of these reasons")
    private List<String> reasons = List.of();

    @Option(
            names = "--last-status",
            split = ",",
            paramLabel = "CODE",
            description = "only with one of these last statuses")
    private List<Integer> statuses = List.of();

    @Option(names = "--from-blobs", description = "read the blobs, which are kept for longer than the Kafka topic")
    private boolean blobs;

    @Mixin
    private final JobOptions selection = new JobOptions();

    public RedriveCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        var request = selection.request("redrive", name, session.clock().instant());
        request.put("from", blobs ? "blobs" : "topic");
        var select = request.withObjectProperty("select");
        if (!reasons.isEmpty()) {
            var array = select.putArray("reasons");
            reasons.forEach(array::add);
        }
        if (!statuses.isEmpty()) {
            var array = select.putArray("statuses");
            statuses.forEach(array::add);
        }
        return new Following(session, session.api()).start(request, selection.follow());
    }
}
