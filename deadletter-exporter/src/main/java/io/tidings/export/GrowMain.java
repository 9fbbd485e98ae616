package io.tidings.export;

import io.tidings.export.config.ExporterConfig;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.PartitionGrowth;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "grow",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Adds partitions to deliveries, to the tiers and to probation while everything runs, so that"
                + " more workers can share the load. What waits in the old partitions is delivered from there. Stopped,"
                + " the same command goes on with what is left.")
public final class GrowMain implements Callable<Integer> {
    /** The exit status that shells use for an interrupt. */
    private static final int STOPPED = 130;

    /** As many as the setting partitions may ask for. */
    private static final int MOST = 1_000;

    private final CountDownLatch stop;

    @Parameters(arity = "0..1", paramLabel = "SETTINGS", description = "properties file, such as that of the exporter")
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

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this text")
    @SuppressWarnings("UnusedVariable") // picocli asks it
    private boolean help;

    GrowMain(CountDownLatch stop) {
        this.stop = stop;
    }

    public static void main(String[] args) {
        var stop = OperatorCommand.stopRequest();
        int status = new CommandLine(new GrowMain(stop))
                .setExecutionExceptionHandler((failure, _, _) -> tell(failure))
                .execute(args);
        System.out.flush();
        Runtime.getRuntime().halt(status); // an exit would wait for the hook, which waits for this thread
    }

    private static int tell(Exception failure) {
        if (failure instanceof InvalidSettings invalid) {
            System.err.println(invalid.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        System.err.println("not finished; the same command does the rest: " + failure);
        return CommandLine.ExitCode.SOFTWARE;
    }

    @Override
    public Integer call() {
        if (to < 1 || to > MOST) {
            throw new InvalidSettings(List.of("--to is from 1 to " + MOST));
        }
        var loaded = Settings.load(
                ExporterConfig.definitions(),
                ExporterConfig.prefixes(),
                OperatorCommand.settings(file, settings),
                System.getenv());
        var growth = new PartitionGrowth(KafkaClients.of(loaded), CommonSettings.topics(loaded), to, System.out, stop);
        return growth.run(dryRun) ? CommandLine.ExitCode.OK : STOPPED;
    }
}
