package io.tidings.cli.terminal;

/** Ends a command with a message for people, which says what to do next, and an exit code. */
public final class CommandFailure extends RuntimeException {
    private final int exitStatus;

    private CommandFailure(int exitStatus, String message) {
        super(message);
        this.exitStatus = exitStatus;
    }

    public static CommandFailure refused(String message) {
        return new CommandFailure(ExitStatus.REFUSED, message);
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

    public String text() {
        return String.valueOf(getMessage());
    }
}
