package io.tidings.cli;

import io.tidings.cli.session.CommandSession;
import java.util.List;

/** The commands that another jar of the class path adds to those that go over HTTP. */
public interface AddedCommands {
    /** Returns what picocli takes for commands. */
    List<Object> commands(CommandSession session);
}
