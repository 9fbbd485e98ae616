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
        return of(System.getenv(), System.getProperty("user.home"));
    }

    /** @param userHome of a user whose environment names no {@code HOME} */
    static Environment of(Map<String, String> variables, String userHome) {
        return new Environment(variables, Path.of(set(variables, "HOME").orElse(userHome)));
    }

    /** The value of a variable that is set and not empty. */
    public Optional<String> variable(String name) {
        return set(variables, name);
    }

    private static Optional<String> set(Map<String, String> variables, String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
    }
}
