package io.tidings.export.redrive;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.export.command.OperatorCommand;
import io.tidings.export.config.ExporterConfig;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "redrive",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Makes deliveries of the dead letters of a subscription again, with all their attempts and all their"
                        + " time to live. Reads the Kafka topic dead-letters. What was brought back is not brought back"
                        + " again: stopped, the same command goes on with what is left.",
        footer = "A TIME is such as 2026-11-21T09:30:00Z, or such as 90m, 4h, 2d for so long ago.")
public final class RedriveMain implements Callable<Integer> {
    /** The exit status that shells use for an interrupt. */
    private static final int STOPPED = 130;

    /** The default of {@code offsets.retention.minutes}, for which brokers keep the offsets of a group. */
    private static final Duration MEMORY = Duration.ofDays(7);

    private final CountDownLatch stop;

    @Parameters(arity = "0..1", paramLabel = "SETTINGS", description = "properties file, such as that of the exporter")
    private @Nullable String file;

    @Option(
            names = "--subscription",
            required = true,
            paramLabel = "TOPIC/NAME",
            description = "the subscription whose dead letters are brought back")
    private String subscription = "";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "only dead letters given up from then on; by default from 7 days ago, as Kafka forgets older "
                    + "redrives")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "only dead letters given up before then; by default now")
    private @Nullable String to;

    @Option(
            names = "--reason",
            split = ",",
            paramLabel = "REASON",
            description =
                    "only dead letters with one of these reasons, such as MaxDeliveryAttemptsExceeded; by default "
                            + "any")
    private List<String> reasons = List.of();

    @Option(names = "--rate", paramLabel = "N", description = "deliveries in a second (${DEFAULT-VALUE})")
    private int rate = 100;

    @Option(names = "--dry-run", description = "only count the dead letters, by reason")
    private boolean dryRun;

    @Option(names = "--again", description = "also dead letters that were given up again after a redrive")
    private boolean again;

    @Option(names = "--former", description = "also dead letters of deleted subscriptions that had this name before")
    private boolean former;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "any setting; as often as needed")
    private List<String> settings = List.of();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this text")
    @SuppressWarnings("UnusedVariable") // picocli asks it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    RedriveMain(CountDownLatch stop) {
        this.stop = stop;
    }

    public static void main(String[] args) {
        var stop = OperatorCommand.stopRequest();
        int status = new CommandLine(new RedriveMain(stop))
                .setExecutionExceptionHandler((failure, _, _) -> tell(failure))
                .execute(args);
        System.out.flush();
        Runtime.getRuntime().halt(status); // an exit would wait for the hook, which waits for this thread
    }

    private static int tell(Exception failure) {
        switch (failure) {
            case InvalidSettings invalid -> {
                System.err.println(invalid.getMessage());
                return CommandLine.ExitCode.USAGE;
            }
            case CannotRedrive refused -> System.err.println(refused.getMessage());
            default -> {
                System.err.println("not finished; the same command continues with the rest: " + failure);
            }
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    @Override
    public Integer call() {
        var loaded = Settings.load(
                ExporterConfig.definitions(),
                ExporterConfig.prefixes(),
                OperatorCommand.settings(file, settings),
                System.getenv());
        var request = order(Instant.now());
        var redrive = new Redrive(
                KafkaClients.of(loaded),
                CommonSettings.topics(loaded),
                request,
                System.out,
                stop,
                InstantSource.system());
        return redrive.run() ? CommandLine.ExitCode.OK : STOPPED;
    }

    RedriveRequest order(Instant now) {
        var key = SubscriptionKey.parse(subscription)
                .orElseThrow(() -> wrong("--subscription \"" + subscription + "\" is not TOPIC/NAME"));
        if (rate < 1) {
            throw wrong("--rate is at least 1");
        }
        var remembered = now.minus(MEMORY);
        var begin = from == null ? remembered : moment("--from", from, now);
        if (begin.isBefore(remembered)) {
            System.out.println("dead letters that were given up before " + remembered.truncatedTo(ChronoUnit.SECONDS)
                    + " may be brought back a second time: Kafka forgets earlier redrives after 7 days");
        }
        var end = to == null ? now : moment("--to", to, now);
        if (!begin.isBefore(end)) {
            throw wrong("--from " + begin + " is not before --to " + end);
        }
        var wanted = reasons.stream().map(this::reason).collect(Collectors.toSet());
        return new RedriveRequest(key, begin, end, wanted, again, former, dryRun, rate);
    }

    private DeadLetterReason reason(String word) {
        return DeadLetterReason.of(word)
                .orElseThrow(() -> wrong("--reason \"" + word + "\" is none of "
                        + DeadLetterReason.USUAL.stream()
                                .map(DeadLetterReason::wireName)
                                .collect(Collectors.joining(", "))
                        + ", and no reason of another status, such as "
                        + DeadLetterReason.ofStatus(409).wireName()));
    }

    private Instant moment(String option, String text, Instant now) {
        try {
            return RedriveTime.parse(text, now);
        } catch (IllegalArgumentException e) {
            throw wrong(option + " " + e.getMessage());
        }
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(command.commandLine(), sentence);
    }
}
