package io.tidings.local;

import io.tidings.cli.AddedCommands;
import io.tidings.cli.session.CommandSession;
import java.util.List;

/** The commands that need Kafka's classes. */
public final class LocalCommands implements AddedCommands {
    @Override
    public List<Object> commands(CommandSession session) {
        return List.of(new UpCommand(session), KafkaCommand.commandLine(), new GrowCommand(session));
    }

    /** Chooses the file of this package that configures the log, unless the options of the JVM name another. */
    static void logAs(String file) {
        System.getProperties().putIfAbsent("logback.configurationFile", "io/tidings/local/" + file);
    }
}
