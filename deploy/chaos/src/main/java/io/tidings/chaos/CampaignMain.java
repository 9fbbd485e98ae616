package io.tidings.chaos;

import io.tidings.chaos.ChaosPlan.Mix;
import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.cluster.ClusterSize;
import io.tidings.chaos.subscriber.EndpointProfile;
import io.tidings.testbed.command.CommandRunner;
import io.tidings.testbed.command.WorkFolderOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command {@code deploy/chaos/campaign}: lets everything fail, and says whether anything was lost. */
@Command(
        name = "./deploy/chaos/campaign",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Publishes events while services, brokers, connections and storage fail, and judges what became"
                + " of every single one. Exit code 0: every promise was kept.")
public final class CampaignMain implements Callable<Integer> {
    private static final PrintStream out = System.out;
    private static final int MOST_SEEDS = 1_000_000;

    @Option(names = "--short", description = "one broker, one kill of each service, one rebalance; within 3 minutes")
    private boolean brief;

    @Option(names = "--seed", paramLabel = "N", description = "of the mix; the report tells it")
    private long seed = ThreadLocalRandom.current().nextInt(MOST_SEEDS);

    @Option(names = "--minutes", paramLabel = "N", description = "that the mix lasts (${DEFAULT-VALUE})")
    private double minutes = 20;

    @Option(names = "--rate", paramLabel = "N", description = "events a second (${DEFAULT-VALUE})")
    private int rate = 1_000;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "FAULT",
            description = "what may go wrong; --list says what there is")
    private List<String> faults = FaultCatalogue.NAMES;

    @Option(names = "--brokers", paramLabel = "N", description = "that there are (${DEFAULT-VALUE})")
    private int brokers = 3;

    @Option(names = "--mix-only", description = "leave out that each fault comes alone first")
    private boolean mixOnly;

    @Option(names = "--pairs", description = "two faults at once in the mix, where they do not touch the same")
    private boolean pairs;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            converter = ProfileWord.class,
            completionCandidates = ProfileWord.class,
            description = "what endpoints there are: usual, or probation, where whole endpoints fail and the"
                    + " threshold is the default (usual)")
    private EndpointProfile profile = EndpointProfile.USUAL;

    @Option(
            names = "--former",
            paramLabel = "FOLDER",
            description = "a checkout of a former release, packaged: the fault release changes to it and back")
    private @Nullable Path former;

    @Option(names = "--list", description = "say which faults there are")
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

    /** Profiles by their words. */
    static final class ProfileWord implements ITypeConverter<EndpointProfile>, Iterable<String> {
        @Override
        public EndpointProfile convert(String word) {
            return Arrays.stream(EndpointProfile.values())
                    .filter(each -> each.wireName().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("there is no profile " + word));
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(EndpointProfile.values())
                    .map(EndpointProfile::wireName)
                    .iterator();
        }
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
