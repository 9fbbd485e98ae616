package io.tidings.cli;

import io.tidings.cli.session.CommandSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command without a subcommand, which has the options of all. */
@Command(
        name = "tidings",
        description = "Manages Tidings over HTTP: topics, subscriptions, and what became of events.",
        footer = {"", "Exit codes: 0 done, 1 the server refused, 2 wrong arguments, 3 the server cannot be reached."})
final class TidingsCommand {
    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads its options
    private final CommandSession session;

    TidingsCommand(CommandSession session) {
        this.session = session;
    }
}
