package io.tidings.cli;

import io.tidings.cli.api.MissingName;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.apply.ApplyCommand;
import io.tidings.cli.event.AttemptCommands;
import io.tidings.cli.event.DeadLetterCommands;
import io.tidings.cli.event.EventCommands;
import io.tidings.cli.event.FilterCommands;
import io.tidings.cli.event.PendingCommand;
import io.tidings.cli.event.RejectedCommand;
import io.tidings.cli.event.StatsCommand;
import io.tidings.cli.job.JobCommands;
import io.tidings.cli.job.RedriveCommand;
import io.tidings.cli.job.ReplayCommand;
import io.tidings.cli.listen.ListenCommand;
import io.tidings.cli.session.AuditCommands;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.CompletionCommand;
import io.tidings.cli.session.ProfileCommands;
import io.tidings.cli.session.TokenCommands;
import io.tidings.cli.subscription.SubscriptionCommands;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.ExitStatus;
import io.tidings.cli.terminal.Spelling;
import io.tidings.cli.topic.DomainCommands;
import io.tidings.cli.topic.EventTypeCommands;
import io.tidings.cli.topic.OverviewCommand;
import io.tidings.cli.topic.PublishCommand;
import io.tidings.cli.topic.TopicCommands;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands, and how their arguments and failures are read. */
public final class CommandTree {
    private CommandTree() {}

    /** Runs a command. If it is named first, it is the only one that is made, so that it starts sooner. */
    public static int execute(CommandSession session, String... args) {
        for (var command : commands(session)) {
            if (args.length > 0 && args[0].equals(name(command))) {
                var tree = new CommandLine(new TidingsCommand(session)).addSubcommand(sorted(command));
                return prepared(tree, session).execute(args);
            }
        }
        return of(session).execute(args);
    }

    private static String name(Object command) {
        return Objects.requireNonNull(command.getClass().getAnnotation(Command.class))
                .name();
    }

    public static CommandLine of(CommandSession session) {
        var tree = new CommandLine(new TidingsCommand(session));
        for (var command : commands(session)) {
            tree.addSubcommand(sorted(command));
        }
        for (var added : ServiceLoader.load(AddedCommands.class)) {
            added.commands(session).forEach(tree::addSubcommand);
        }
        tree.addSubcommand(new CompletionCommand(session, tree));
        return prepared(tree, session);
    }

    private static CommandLine prepared(CommandLine tree, CommandSession session) {
        tree.registerConverter(SubscriptionName.class, CommandTree::subscription);
        tree.setCaseInsensitiveEnumValuesAllowed(true);
        tree.setUsageHelpAutoWidth(true);
        tree.setOut(session.terminal().out());
        tree.setErr(session.terminal().err());
        tree.setExecutionExceptionHandler((failure, _, _) -> ended(session, failure));
        tree.setParameterExceptionHandler((failure, _) -> {
            session.terminal().note(failure.getMessage() + guess(failure));
            session.terminal()
                    .note("Try: %s --help"
                            .formatted(failure.getCommandLine().getCommandSpec().qualifiedName()));
            return ExitStatus.USAGE;
        });
        styleHelp(tree);
        return tree;
    }

    private static List<Object> commands(CommandSession session) {
        return List.of(
                new OverviewCommand(session),
                new TopicCommands(session),
                new DomainCommands(session),
                new EventTypeCommands(session),
                new SubscriptionCommands(session),
                new PublishCommand(session),
                new ListenCommand(session),
                new EventCommands(session),
                new AttemptCommands(session),
                new PendingCommand(session),
                new DeadLetterCommands(session),
                new RejectedCommand(session),
                new StatsCommand(session),
                new RedriveCommand(session),
                new ReplayCommand(session),
                new JobCommands(session),
                new FilterCommands(session),
                new ApplyCommand(session),
                new AuditCommands(session),
                new TokenCommands(session),
                new ProfileCommands(session));
    }

    private static SubscriptionName subscription(String text) {
        try {
            return SubscriptionName.of(text);
        } catch (CommandFailure failure) {
            throw new TypeConversionException(failure.text());
        }
    }

    /** The command or option that an unknown one is like. */
    private static String guess(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        var command = failure.getCommandLine().getCommandSpec();
        var word = unmatched.getUnmatched().getFirst().replaceFirst("=.*", "");
        return Spelling.guess(
                word,
                word.startsWith("-")
                        ? command.optionsMap().keySet()
                        : command.subcommands().keySet());
    }

    private static int ended(CommandSession session, Exception failure) throws Exception {
        if (failure instanceof CommandFailure said) {
            var guess = said.missing().map(path -> new MissingName(session.api()).guess(path));
            session.terminal().note(said.text() + guess.orElse(""));
            return said.exitStatus();
        }
        throw failure;
    }

    /** A JVM finds the methods of a class in any order. */
    private static CommandLine sorted(Object command) {
        var group = new CommandLine(command);
        var commands = new TreeMap<>(group.getSubcommands());
        commands.keySet().forEach(group.getCommandSpec()::removeSubcommand);
        commands.forEach(group::addSubcommand);
        return group;
    }

    /** The options of every command are listed once, by {@code tidings --help}. */
    private static void styleHelp(CommandLine command) {
        var usage = command.getCommandSpec().usageMessage();
        usage.abbreviateSynopsis(true);
        usage.sortOptions(false);
        command.getHelpSectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                        help -> help.optionListExcludingGroups(help.commandSpec().options().stream()
                                .filter(option -> !option.inherited() && !option.hidden())
                                .toList()));
        command.getSubcommands().values().forEach(CommandTree::styleHelp);
    }
}
