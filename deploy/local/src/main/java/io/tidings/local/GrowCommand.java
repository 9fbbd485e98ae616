package io.tidings.local;

import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.ExitStatus;
import io.tidings.export.ExporterConfig;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that adds partitions. */
@Command(
        name = "grow",
        header = "Adds partitions while everything runs.",
        description =
                "It adds them to deliveries, to the tiers and to probation, so that more workers can share the load."
                        + " What waits in the old partitions is delivered from there. Stopped, the same command goes on"
                        + " with what is left.")
final class GrowCommand implements Callable<Integer> {
    /** As many as the setting partitions may ask for. */
    private static final int MOST = 1_000;

    private final CommandSession session;

    @Parameters(
            arity = "0..1",
            paramLabel = "SETTINGS",
            description = "properties file, such as that of the exporter; without one the broker of local mode is meant"
                    + " unless --set bootstrap.servers=HOST:PORT names another")
    private @Nullable String file;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "N",
            description = "how many partitions deliveries and each tier shall have, at least as many as they have")
    private int to;

    @Option(names = "--dry-run", description = "only print how many partitions each topic has")
    private boolean dryRun;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "any setting; as often as needed")
    private List<String> settings = List.of();

    GrowCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        LocalCommands.logAs("quiet-logging.xml");
        if (to < 1 || to > MOST) {
            throw CommandFailure.usage("--to is from 1 to " + MOST);
        }
        try {
            var loaded = loaded();
            KafkaCommand.requireKafka(loaded.list("bootstrap.servers").getFirst(), "--set bootstrap.servers=HOST:PORT");
            var growth = new PartitionGrowth(
                    KafkaClients.of(loaded),
                    CommonSettings.topics(loaded),
                    to,
                    session.terminal()::print,
                    session.stop());
            return growth.run(dryRun) ? ExitStatus.OK : ExitStatus.STOPPED;
        } catch (InvalidSettings e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            throw CommandFailure.refused("not finished; the same command does the rest: " + e);
        }
    }

    private Settings loaded() {
        var arguments = new ArrayList<String>();
        var environment = new TreeMap<>(session.environment());
        if (file == null) {
            environment.putIfAbsent("TIDINGS_BOOTSTRAP_SERVERS", KafkaCommand.LOCAL);
        } else {
            arguments.add(file);
        }
        settings.forEach(each -> arguments.addAll(List.of("--set", each)));
        return Settings.load(
                ExporterConfig.definitions(), ExporterConfig.prefixes(), arguments.toArray(String[]::new), environment);
    }
}
