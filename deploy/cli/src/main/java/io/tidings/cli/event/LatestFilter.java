package io.tidings.cli.event;

import io.tidings.cli.api.Paths;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select events by what is in them. */
final class LatestFilter {
    @Option(names = "--type", paramLabel = "TEXT", description = "only with this text in their type, in any case")
    private @Nullable String type;

    @Option(names = "--subject", paramLabel = "TEXT", description = "only with this text in their subject, in any case")
    private @Nullable String subject;

    @Option(
            names = "--subscription",
            paramLabel = "NAME",
            description = "only those that the present filter of this subscription lets through")
    private @Nullable String subscription;

    @Option(
            names = "--text",
            paramLabel = "TEXT",
            description = "only with this text in the event as JSON without white space, in any case; needs the role"
                    + " payloads, and each request is recorded in the audit log")
    private @Nullable String text;

    String path(String topic) {
        return Paths.with(
                Paths.latest(topic), "type", type, "subject", subject, "subscription", subscription, "text", text);
    }
}
