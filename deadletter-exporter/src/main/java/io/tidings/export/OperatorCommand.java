package io.tidings.export;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** How a command is given settings, and how it is stopped. */
public final class OperatorCommand {
    private OperatorCommand() {}

    /**
     * Returns a latch that is at zero when the process is asked to end. The process then ends when the calling thread
     * does, which may use neither an exit nor more time than it needs.
     */
    public static CountDownLatch stopRequest() {
        var stop = new CountDownLatch(1);
        var main = Thread.currentThread();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stop.countDown();
                            try {
                                main.join();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "stop"));
        return stop;
    }

    /**
     * Returns the arguments as the programs take them.
     *
     * @param file of properties, if there is one
     * @param settings each as key=value
     */
    public static String[] settings(@Nullable String file, List<String> settings) {
        var arguments = new ArrayList<String>();
        if (file != null) {
            arguments.add(file);
        }
        for (var each : settings) {
            arguments.add("--set");
            arguments.add(each);
        }
        return arguments.toArray(String[]::new);
    }
}
