package io.tidings.chaos;

import io.tidings.chaos.ChaosPlan.Mix;
import io.tidings.chaos.fault.ChaosCluster;
import io.tidings.chaos.fault.ClusterSize;
import io.tidings.chaos.subscriber.EndpointProfile;
import io.tidings.testbed.process.CommandRunner;
import io.tidings.testbed.process.WorkFolderOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code deploy/chaos/campaign}: injects faults, and checks whether anything was lost. */
@Command(
        name = "./deploy/chaos/campaign",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Publishes events while services, brokers, connections and storage fail, and checks the history of"
                        + " every event. Exit code 0: every promise was kept.")
public final class CampaignMain implements Callable<Integer> {
    private static final PrintStream out = System.out;
    private static final int MOST_SEEDS = 1_000_000;

    @Option(
            names = "--short",
            description = "use one broker, kill each service once, rebalance once; takes up to 3 minutes")
    private boolean brief;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "seed of the random mix (default: a random one, which the report shows)")
    private long seed = ThreadLocalRandom.current().nextInt(MOST_SEEDS);

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "how long the random mix lasts, in minutes (default ${DEFAULT-VALUE})")
    private double minutes = 20;

    @Option(names = "--rate", paramLabel = "N", description = "events published a second (default ${DEFAULT-VALUE})")
    private int rate = 1_000;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "FAULT",
            description = "the faults to inject (default: all that --list shows)")
    private List<String> faults = FaultCatalogue.NAMES;

    @Option(names = "--brokers", paramLabel = "N", description = "number of brokers (default ${DEFAULT-VALUE})")
    private int brokers = 3;

    @Option(names = "--mix-only", description = "skip the first part, in which each fault comes alone")
    private boolean mixOnly;

    @Option(names = "--pairs", description = "inject two faults at once in the mix, if they have no common victim")
    private boolean pairs;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description = "usual: endpoints fail by events; probation: whole endpoints fail, and probation.threshold is"
                    + " the default (default usual)")
    private EndpointProfile profile = EndpointProfile.USUAL;

    @Option(
            names = "--former",
            paramLabel = "FOLDER",
            description = "a packaged checkout of a former release, for the fault release")
    private @Nullable Path former;

    @Option(names = "--list", description = "print the names of the faults")
    private boolean list;

    @Mixin
    private final WorkFolderOptions workFolder = new WorkFolderOptions("deploy/chaos/target/campaigns");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    private CampaignMain() {}

    public static void main(String[] args) {
        CommandRunner.run("campaign", new CampaignMain(), args);
    }

    @Override
    public Integer call() throws IOException {
        if (list) {
            out.println(String.join(",", FaultCatalogue.NAMES));
            return 0;
        }
        var plan = plan();
        var results = workFolder.folder();
        out.println("seed " + seed + ", everything in " + results);
        var releases = new ChaosCluster.Releases(workFolder.root(), Optional.ofNullable(former));
        var findings = ChaosRun.run(plan, releases, results, out);
        return findings.report(results, out);
    }

    private ChaosPlan plan() {
        try {
            return brief
                    ? ChaosPlan.shortForm(seed)
                    : ChaosPlan.longForm(
                            ClusterSize.large(brokers, faults.contains("disk") || faults.contains("storage"), profile),
                            faults,
                            !mixOnly,
                            new Mix(Duration.ofSeconds(Math.round(minutes * 60)), pairs),
                            rate,
                            seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
        }
    }
}
