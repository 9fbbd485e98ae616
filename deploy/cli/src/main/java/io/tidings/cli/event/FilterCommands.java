package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.Paths;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.JsonFile;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.TextTable;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that try filters. */
@Command(name = "filter", description = "Tries the filters of subscriptions.")
public final class FilterCommands {
    private final CommandSession session;

    public FilterCommands(CommandSession session) {
        this.session = session;
    }

    @Command(
            name = "try",
            description = "Says which subscriptions an event would reach, and which condition keeps it from the others."
                    + " Nothing is published.")
    int tryOut(
            @Parameters(paramLabel = "TOPIC[/NAME]", description = "all subscriptions of a topic, or one")
                    String target,
            @Option(names = "--data", paramLabel = "JSON", description = "the whole event") @Nullable String data,
            @Option(names = "--file", paramLabel = "FILE", description = "the file with the whole event") @Nullable
                    Path file,
            @Option(
                            names = "--filter",
                            paramLabel = "JSON",
                            description = "a filter that no subscription has yet, instead of those that exist")
                    @Nullable
                    String filter) {
        var event = event(data, file);
        var api = session.api();
        if (filter != null) {
            return session.show(
                    api.post(Paths.topic(target) + "/tryNewFilter", proposal(filter, event))
                            .required(),
                    FilterCommands::sentence);
        }
        if (!target.contains("/")) {
            return session.show(api.listFor(Paths.topic(target) + "/tryFilter", event), FilterCommands::table);
        }
        var path = SubscriptionName.of(target).path("tryFilter");
        return session.show(api.post(path, event).required(), FilterCommands::sentence);
    }

    private static ObjectNode event(@Nullable String data, @Nullable Path file) {
        if (data != null && file == null) {
            return JsonFile.object(data, "An event is");
        }
        if (data == null && file != null) {
            return JsonFile.read(file);
        }
        throw CommandFailure.usage("Give the event with --data or --file.");
    }

    private static ObjectNode proposal(String filter, ObjectNode event) {
        var body = JsonNodeFactory.instance.objectNode();
        body.set("filter", JsonFile.object(filter, "A filter is"));
        body.set("event", event);
        return body;
    }

    private static String sentence(JsonNode response) {
        return response.path("matches").asBoolean()
                ? "matches"
                : "does not match: " + response.path("why").asText();
    }

    private static String table(JsonNode list) {
        var table = new TextTable("SUBSCRIPTION", "MATCHES", "WHY");
        for (var each : list.path("value")) {
            table.row(
                    each.path("subscription").asText(),
                    each.path("matches").asBoolean() ? "yes" : "no",
                    each.path("why").asText(""));
        }
        return table.text();
    }
}
