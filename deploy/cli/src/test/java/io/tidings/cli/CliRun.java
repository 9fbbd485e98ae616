package io.tidings.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.StopSignal;
import io.tidings.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A command from its arguments to its exit code, with what it printed. */
public final class CliRun {
    public static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final StopSignal stop = new StopSignal();
    private final Map<String, String> environment;
    private final InstantSource clock;

    private CliRun(Map<String, String> environment, InstantSource clock) {
        this.environment = environment;
        this.clock = clock;
    }

    /** Commands that talk to a server, at noon. */
    public static CliRun against(StubManagement server) {
        return in(Map.of("TIDINGS_URL", server.url(), "TIDINGS_TOKEN", "secret-token"), Path.of("/nowhere"));
    }

    public static CliRun in(Map<String, String> variables, Path home) {
        var environment = new HashMap<>(variables);
        environment.put("HOME", home.toString());
        return new CliRun(environment, Clock.fixed(NOON, ZoneOffset.UTC));
    }

    public int run(String... arguments) {
        var terminal = new Terminal(writer(out), writer(err));
        return CommandTree.execute(new CommandSession(environment, terminal, stop, clock), arguments);
    }

    /** Runs the command with the address of the server among its arguments. */
    public int runAt(StubManagement server, String... arguments) {
        var all = new ArrayList<>(List.of("--url", server.url()));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new));
    }

    private static PrintWriter writer(ByteArrayOutputStream bytes) {
        return new PrintWriter(bytes, true, UTF_8);
    }

    /** As Ctrl-C does. */
    public void interrupt() {
        stop.ask();
    }

    public String printed() {
        return out.toString(UTF_8);
    }

    public String notes() {
        return err.toString(UTF_8);
    }
}
