package io.tidings.testbed.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/** How a command begins and ends. */
public final class CommandRunner {
    private CommandRunner() {}

    /**
     * Ends this JVM with the status of the command: 1 where it could not be finished.
     *
     * @param name what people call what it does
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
