package io.tidings.cli.session;

import io.tidings.cli.terminal.ExitStatus;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that prints a script for shells. */
@Command(
        name = "completion",
        header = "Prints a script that completes commands and options.",
        description = "In the files that bash and zsh read at their start: source <(tidings completion bash)")
public final class CompletionCommand implements Callable<Integer> {
    private final CommandSession session;
    private final CommandLine tree;

    /** The shells that it knows. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(paramLabel = "SHELL", description = "bash or zsh")
    @SuppressWarnings("UnusedVariable") // one script serves both
    private Shell shell = Shell.BASH;

    public CompletionCommand(CommandSession session, CommandLine tree) {
        this.session = session;
        this.tree = tree;
    }

    @Override
    public Integer call() {
        // The script loads zsh's emulation of bash completion when zsh runs it.
        session.terminal().out().print(AutoComplete.bash("tidings", tree));
        session.terminal().out().flush();
        return ExitStatus.OK;
    }
}
