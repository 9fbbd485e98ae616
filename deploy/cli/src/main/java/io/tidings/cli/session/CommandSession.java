package io.tidings.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.cli.api.ConnectionFinder;
import io.tidings.cli.api.ConnectionOptions;
import io.tidings.cli.api.ManagementCalls;
import io.tidings.cli.api.Profile;
import io.tidings.cli.api.ProfileFile;
import io.tidings.cli.terminal.ExitStatus;
import io.tidings.cli.terminal.StopSignal;
import io.tidings.cli.terminal.Terminal;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options of every command, the connection and the output. */
public final class CommandSession {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            scope = ScopeType.INHERIT,
            description = "table for people (default), or json for what the server said")
    private OutputFormat output = OutputFormat.TABLE;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "print this help")
    @SuppressWarnings("UnusedVariable") // picocli asks it
    private boolean help;

    private final Map<String, String> environment;
    private final Terminal terminal;
    private final StopSignal stop;
    private final InstantSource clock;

    /** @param environment variables; an empty one counts as not set */
    public CommandSession(Map<String, String> environment, Terminal terminal, StopSignal stop, InstantSource clock) {
        this.environment = environment.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        this.terminal = terminal;
        this.stop = stop;
        this.clock = clock;
    }

    /** The installation that the options name. */
    public ManagementCalls api() {
        return new ManagementCalls(new ConnectionFinder(environment, profiles()).find(connection));
    }

    /** A profile with what the options name. */
    public Profile profile(String name) {
        return ConnectionFinder.profile(name, connection);
    }

    public ProfileFile profiles() {
        return ProfileFile.of(environment);
    }

    public Map<String, String> environment() {
        return environment;
    }

    public Terminal terminal() {
        return terminal;
    }

    public StopSignal stop() {
        return stop;
    }

    public InstantSource clock() {
        return clock;
    }

    public boolean json() {
        return output == OutputFormat.JSON;
    }

    /** Prints a response as it is, or in a form for people, who are told if it is incomplete. */
    public int show(JsonNode response, Function<JsonNode, String> table) {
        if (!json()) {
            response.path("incomplete").forEach(each -> terminal.note("incomplete: " + each.asText()));
        }
        terminal.print(json() ? response.toPrettyString() : table.apply(response));
        return ExitStatus.OK;
    }

    /** Prints a response as it is, or one sentence for people, who are told of its warnings. */
    public int done(JsonNode response, String sentence) {
        if (!json()) {
            Stream.of("/warnings", "/properties/warnings")
                    .flatMap(place -> response.at(place).valueStream())
                    .forEach(each -> terminal.note("warning: " + each.asText()));
        }
        return show(response, _ -> sentence);
    }
}
