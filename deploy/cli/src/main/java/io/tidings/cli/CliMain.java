package io.tidings.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.StopSignal;
import io.tidings.cli.terminal.Terminal;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;

/** The command {@code tidings}. */
public final class CliMain {
    private static final Duration GOOD_ORDER = Duration.ofSeconds(15);

    private CliMain() {}

    public static void main(String[] args) {
        var stop = new StopSignal();
        stopsWhenAsked(stop, Thread.currentThread());
        var terminal = new Terminal(writer(System.out), writer(System.err));
        var session = new CommandSession(System.getenv(), terminal, stop, InstantSource.system());
        int status = CommandTree.execute(session, args);
        terminal.out().flush();
        System.out.flush();
        Runtime.getRuntime().halt(status); // an exit would wait for the hook, which waits for this thread
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, false, UTF_8);
    }

    private static void stopsWhenAsked(StopSignal stop, Thread main) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (!stop.watched()) {
                                return;
                            }
                            stop.ask();
                            try {
                                main.join(GOOD_ORDER);
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "stop"));
    }
}
