package io.tidings.local;

import io.tidings.local.cluster.CannotStart;
import io.tidings.local.cluster.TestReceiver;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** An endpoint for first steps in a container: agrees to every handshake, and prints every delivery. */
@Command(name = "receive", description = "An endpoint that accepts every event and prints it, until it is stopped.")
public final class Receive implements Callable<Integer> {
    private static final PrintStream out = System.out;

    @Option(names = "--listen", paramLabel = "ADDRESS", description = "the address to listen on (${DEFAULT-VALUE})")
    private String listen = "127.0.0.1";

    @Option(names = "--port", paramLabel = "PORT", description = "the port (${DEFAULT-VALUE})")
    private int port = 3001;

    private Receive() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Receive()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException {
        try (var _ = TestReceiver.start(listen, port, out::println)) {
            out.printf("listening on %s:%d%n", listen, port);
            new CountDownLatch(1).await();
            return 0;
        } catch (CannotStart e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }
}
