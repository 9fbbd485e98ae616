package io.tidings.cli.terminal;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The process that a command runs in, and the home folder of its user. */
public record Environment(Map<String, String> variables, Path home) {
    public Environment {
        variables = Map.copyOf(variables);
    }

    public static Environment ofThisProcess() {
        return new Environment(System.getenv(), Path.of(System.getProperty("user.home")));
    }

    /** The value of a variable that is set and not empty. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
    }
}
