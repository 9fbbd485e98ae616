package io.tidings.local;

import io.tidings.cli.CliMain;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.ExitStatus;
import io.tidings.local.cluster.CannotStart;
import io.tidings.local.cluster.LocalAddress;
import io.tidings.local.cluster.LocalCluster;
import io.tidings.local.cluster.LocalOptions;
import io.tidings.local.cluster.LocalPorts;
import io.tidings.local.cluster.LockedDataFolder;
import io.tidings.local.demo.Demo;
import io.tidings.runtime.InvalidSettings;
import io.tidings.testbed.broker.BrokerStartException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that runs everything on this machine, until it is stopped. */
@Command(name = "up", header = "Starts a Kafka broker and all of Tidings on this machine, and runs until Ctrl-C.")
public final class UpCommand implements Callable<Integer> {
    private static final String SCALE = "time.scale";
    private static final int RECEIVER = 3001;
    private static final PrintStream out = System.out;

    private final CommandSession session;

    @Option(names = "--data", paramLabel = "DIR", description = "the folder for all data (./data of the repository)")
    private @Nullable Path data;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "${env:TIDINGS_LISTEN:-127.0.0.1}",
            description = "the address of all ports, such as 0.0.0.0 in a container; everybody who reaches it may"
                    + " publish (TIDINGS_LISTEN, or ${DEFAULT-VALUE})")
    private String listen = LocalAddress.LOOPBACK.listen();

    @Option(
            names = "--host",
            paramLabel = "NAME",
            defaultValue = "${env:TIDINGS_HOST:-localhost}",
            description = "the name by which clients reach that address (TIDINGS_HOST, or ${DEFAULT-VALUE})")
    private String host = LocalAddress.LOOPBACK.host();

    @Option(names = "--kafka-port", paramLabel = "PORT", description = "the port of the broker (${DEFAULT-VALUE})")
    private int kafkaPort = 9092;

    @Option(names = "--http-port", paramLabel = "PORT", description = "the HTTP port of ingest (${DEFAULT-VALUE})")
    private int httpPort = 8080;

    @Option(names = "--https-port", paramLabel = "PORT", description = "the HTTPS port of ingest (${DEFAULT-VALUE})")
    private int httpsPort = 8443;

    @Option(
            names = "--admin-port",
            paramLabel = "PORT",
            description = "the port of health and metrics (${DEFAULT-VALUE})")
    private int adminPort = 9190;

    @Option(
            names = "--receiver-port",
            paramLabel = "PORT",
            description = "the port of an endpoint that accepts every event, for first steps"
                    + " (3001 if it is free); 0: none")
    private @Nullable Integer receiverPort;

    @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "use that Kafka instead of starting one")
    private @Nullable String bootstrap;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "a setting; may be repeated")
    private Map<String, String> settings = new TreeMap<>();

    @Option(
            names = "--demo",
            description = "show the life of three events with shortened waits, on fresh data, and end")
    private boolean demo;

    UpCommand(CommandSession session) {
        this.session = session;
    }

    /** The program of the image, which has the arguments of the command. */
    public static void main(String[] args) {
        CliMain.main(Stream.concat(Stream.of("up"), Stream.of(args)).toArray(String[]::new));
    }

    @Override
    public Integer call() {
        LocalCommands.logAs("logging.xml");
        var log = LoggerFactory.getLogger(UpCommand.class);
        try {
            return runUntilStopped(log);
        } catch (InvalidSettings e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()));
        } catch (CannotStart | BrokerStartException e) {
            log.debug("did not start", e);
            throw CommandFailure.refused(String.valueOf(e.getMessage()));
        } catch (CompletionException e) {
            log.error("stopped, because what it needs is lost: start it again", e.getCause());
        } catch (RuntimeException e) {
            log.error("stopped by an error of Tidings itself", e);
        }
        return ExitStatus.REFUSED;
    }

    private int runUntilStopped(Logger log) {
        try (var cluster = LocalCluster.start(options())) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster, log), "stop"));
            announce(cluster);
            if (demo) {
                new Demo(cluster, out).run();
                return ExitStatus.OK;
            }
            cluster.lost().toCompletableFuture().join();
            return ExitStatus.REFUSED;
        }
    }

    /** Runs when the process was asked to stop; without the halt its exit status would be that of the signal. */
    private static void stop(LocalCluster cluster, Logger log) {
        log.info("stopping");
        cluster.close();
        log.info("stopped");
        Runtime.getRuntime().halt(0);
    }

    private LocalOptions options() {
        var ports = new LocalPorts(kafkaPort, httpPort, httpsPort, adminPort, receiver());
        var home = Path.of(session.environment().getOrDefault("TIDINGS_DATA", "data"));
        if (!demo) {
            return new LocalOptions(
                    data == null ? home : data, new LocalAddress(listen, host), ports, bootstrap, settings);
        }
        if (bootstrap != null) {
            throw new CannotStart("--demo shows its own Kafka: leave --bootstrap out.");
        }
        var folder = data == null ? home.resolve("demo") : data;
        if (data == null) {
            LockedDataFolder.empty(folder);
        } else {
            LockedDataFolder.requireEmpty(folder);
        }
        return new LocalOptions(folder, ports, null, Demo.settings(settings));
    }

    /** Only a port that was asked for must be free. */
    private OptionalInt receiver() {
        if (receiverPort == null) {
            return LocalPorts.isFree(RECEIVER) ? OptionalInt.of(RECEIVER) : OptionalInt.empty();
        }
        return receiverPort == 0 ? OptionalInt.empty() : OptionalInt.of(receiverPort);
    }

    private static void announce(LocalCluster cluster) {
        var options = cluster.options();
        out.printf("data         %s%n", options.data());
        out.printf("admin token  %s%n", options.token());
        out.printf(
                "certificate  %s (self-signed, for clients to trust)%n",
                cluster.certificate().chain());
        out.printf("dead letters %s%n", options.deadLetters());
        out.printf(
                "receiver     %s%n",
                options.testReceiver()
                        .map(url -> url + " (an endpoint that accepts every event)")
                        .orElse("none (an endpoint that accepts every event: --receiver-port)"));
        out.printf("console      %s%n", cluster.console());
        cluster.signInLink().ifPresent(link -> out.printf("sign in      %s (once, within a minute)%n", link));
        var scale = options.settings().get(SCALE);
        if (scale != null) {
            out.printf("%s   %s: waits are shortened, for demonstrations and tests only%n", SCALE, scale);
        }
        out.printf(
                "tidings ready: %s and %s, health and metrics %s, Kafka %s%n",
                cluster.http(), cluster.https(), cluster.admin(), cluster.kafka());
        out.flush();
    }
}
