package io.tidings.testbed.process;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Runs a command from its arguments to its exit code. */
public final class CommandRunner {
    private CommandRunner() {}

    /**
     * Ends this JVM with the exit code of the command: 1 if it could not be finished.
     *
     * @param name of the command, for people
     */
    public static void run(String name, Callable<Integer> command, String[] args) {
        System.exit(new CommandLine(command)
                .setExecutionExceptionHandler((failure, _, _) -> {
                    System.err.println("The " + name + " was not finished: " + failure.getMessage());
                    failure.printStackTrace();
                    return 1;
                })
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }
}
