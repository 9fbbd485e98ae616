package io.tidings.cli.job;

import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.Members;
import io.tidings.cli.session.TimeArgument;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that brings dead letters back. */
@Command(
        name = "redrive",
        header = "Delivers the dead letters of a subscription, or of several, again.",
        description =
                "They have all their attempts and all their time to live again. With --wait the exit code is 0 when"
                    + " the job is done, 1 when it failed or cannot be asked for, 2 when an option is wrong, 3 when no"
                    + " server responds, and 130 after Ctrl-C.",
        footer = TimeArgument.FORMS)
public final class RedriveCommand implements Callable<Integer> {
    private final CommandSession session;

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

    @Option(names = "--again", description = "also what a redrive has brought back already")
    private boolean again;

    @Option(names = "--former", description = "also of deleted subscriptions that had this name before")
    private boolean former;

    @Mixin
    private final JobOptions selection = new JobOptions();

    public RedriveCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        var request = selection.request("redrive", session.clock().instant());
        request.put("from", blobs ? "blobs" : "topic");
        var select = request.withObjectProperty("select");
        Members.put(select, "reasons", reasons);
        Members.put(select, "statuses", statuses);
        Members.put(select, "again", again ? true : null);
        Members.put(select, "former", former ? true : null);
        return new Following(session, session.api()).start(request, selection.waits());
    }
}
