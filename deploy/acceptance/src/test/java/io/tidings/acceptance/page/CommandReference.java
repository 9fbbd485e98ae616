package io.tidings.acceptance.page;

import io.tidings.cli.CommandTree;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.StopSignal;
import io.tidings.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What {@code --help} of every command says, as a section of a page. */
final class CommandReference {
    private static final int WIDTH = 100;

    private CommandReference() {}

    static String text() {
        var terminal = new Terminal(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()));
        var session = new CommandSession(Map.of(), terminal, new StopSignal(), InstantSource.system());
        var tree = CommandTree.of(session);
        tree.setUsageHelpAutoWidth(false);
        tree.setUsageHelpWidth(WIDTH);
        var text = new StringBuilder();
        add(tree, text);
        return text.toString();
    }

    private static void add(CommandLine command, StringBuilder text) {
        var help = new StringBuilder();
        command.getUsageMessage(Ansi.OFF)
                .lines()
                .forEach(line -> help.append(line.stripTrailing()).append('\n'));
        text.append("\n### ")
                .append(command.getCommandSpec().qualifiedName())
                .append("\n\n```text\n")
                .append(help)
                .append("```\n");
        command.getSubcommands().values().forEach(sub -> add(sub, text));
    }
}
