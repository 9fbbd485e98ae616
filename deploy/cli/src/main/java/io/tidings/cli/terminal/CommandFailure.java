package io.tidings.cli.terminal;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ends a command with a message for people, which says what to do next, and an exit code. */
public final class CommandFailure extends RuntimeException {
    private final int exitStatus;
    private final @Nullable String missing;

    private CommandFailure(int exitStatus, String message) {
        this(exitStatus, message, null);
    }

    private CommandFailure(int exitStatus, String message, @Nullable String missing) {
        super(message);
        this.exitStatus = exitStatus;
        this.missing = missing;
    }

    public static CommandFailure refused(String message) {
        return new CommandFailure(ExitStatus.REFUSED, message);
    }

    /** @param path of the request that found nothing */
    public static CommandFailure notFound(String message, String path) {
        return new CommandFailure(ExitStatus.REFUSED, message, path);
    }

    public static CommandFailure usage(String message) {
        return new CommandFailure(ExitStatus.USAGE, message);
    }

    public static CommandFailure unreachable(String message) {
        return new CommandFailure(ExitStatus.UNREACHABLE, message);
    }

    public static CommandFailure stopped(String message) {
        return new CommandFailure(ExitStatus.STOPPED, message);
    }

    public int exitStatus() {
        return exitStatus;
    }

    /** The path of a request that found nothing. */
    public Optional<String> missing() {
        return Optional.ofNullable(missing);
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
