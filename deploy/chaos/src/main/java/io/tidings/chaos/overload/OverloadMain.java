package io.tidings.chaos.overload;

import io.tidings.chaos.overload.OverloadRun.Phase;
import io.tidings.testbed.process.CommandRunner;
import io.tidings.testbed.process.WorkFolderOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code deploy/chaos/overload}: overloads the services, and checks whether memory stays flat. */
@Command(
        name = "./deploy/chaos/overload",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Publishes twice as much as can be delivered, then without a broker, then large events to many"
                + " subscriptions, and judges heaps, rates and latencies. Exit code 0: every promise was kept.")
public final class OverloadMain implements Callable<Integer> {
    private static final PrintStream out = System.out;

    @Option(names = "--short", description = "run everything with small numbers, in a minute or two")
    private boolean brief;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "how long the overload lasts, in minutes (default ${DEFAULT-VALUE})")
    private double minutes = 10;

    @Option(
            names = "--parts",
            split = ",",
            paramLabel = "PART",
            description = "the parts to run: ${COMPLETION-CANDIDATES} (default: all)")
    private Set<Phase> parts = EnumSet.allOf(Phase.class);

    @Mixin
    private final WorkFolderOptions workFolder = new WorkFolderOptions("deploy/chaos/target/overloads");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    private OverloadMain() {}

    public static void main(String[] args) {
        CommandRunner.run("overload", new OverloadMain(), args);
    }

    @Override
    public Integer call() throws IOException {
        var config = extent();
        var results = workFolder.folder();
        out.println("everything in " + results);
        var findings = OverloadRun.run(config, EnumSet.copyOf(parts), workFolder.root(), results, out);
        return findings.report(results, out);
    }

    private OverloadConfig extent() {
        var overload = Duration.ofSeconds(Math.round(minutes * 60));
        if (!overload.isPositive()) {
            throw new ParameterException(command.commandLine(), "--minutes must be more than 0, not " + minutes);
        }
        return brief ? OverloadConfig.shortForm() : OverloadConfig.longForm(overload);
    }
}
