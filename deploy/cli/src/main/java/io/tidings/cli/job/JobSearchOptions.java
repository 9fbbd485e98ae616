package io.tidings.cli.job;

import java.util.LinkedHashMap;
import java.util.Map;
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

    Map<String, String> parameters() {
        var parameters = new LinkedHashMap<String, String>();
        if (topic != null) {
            parameters.put("topic", topic);
        }
        if (subscription != null) {
            parameters.put("subscription", subscription);
        }
        if (state != null) {
            parameters.put("state", state);
        }
        return parameters;
    }
}
