package io.tidings.cli.job;

import io.tidings.cli.api.Paths;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select jobs. */
final class JobSearchOptions {
    @Option(names = "--topic", paramLabel = "TOPIC", description = "only of this topic")
    private @Nullable String topic;

    @Option(names = "--subscription", paramLabel = "NAME", description = "only of subscriptions with this name")
    private @Nullable String subscription;

    @Option(names = "--state", paramLabel = "STATE", description = "only in this state, such as Running")
    private @Nullable String state;

    String path() {
        return Paths.with(Paths.JOBS, "topic", topic, "subscription", subscription, "state", state);
    }
}
