package io.tidings.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.Paths;
import io.tidings.cli.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands that read the audit log. */
@Command(name = "audit", description = "Shows who changed what.")
public final class AuditCommands {
    private static final String BEFORE = "before";
    private static final String AFTER = "after";

    private final CommandSession session;

    public AuditCommands(CommandSession session) {
        this.session = session;
    }

    @Command(
            description = "Lists who changed what over HTTP, read secrets or looked at the data of events, the newest"
                    + " first; needs the role admin.",
            footer = TimeArgument.FORMS)
    int list(
            @Option(names = "--who", paramLabel = "NAME", description = "only by this one") @Nullable String who,
            @Option(names = "--action", paramLabel = "ACTION", description = "only this, such as PATCH or listKeys")
                    @Nullable
                    String action,
            @Option(
                            names = "--resource",
                            paramLabel = "PATH",
                            description = "only of this and what it contains, such as topics/orders")
                    @Nullable
                    String resource,
            @Option(names = "--from", paramLabel = "TIME", description = "only from then on") @Nullable String from,
            @Option(names = "--to", paramLabel = "TIME", description = "only before then") @Nullable String to,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "100",
                            description = "as many (${DEFAULT-VALUE})")
                    int limit) {
        var now = session.clock().instant();
        var path = Paths.with(
                "/audit",
                "who",
                who,
                "action",
                action,
                "resource",
                resource,
                "from",
                TimeArgument.utc(from, now),
                "to",
                TimeArgument.utc(to, now));
        var list = session.api().list(path, limit);
        list.remove("incomplete"); // says of each page that there is a next one
        return session.show(list, AuditCommands::table);
    }

    private static String table(JsonNode list) {
        var table = new TextTable("TIME", "WHO", "FROM", "ACTION", "RESOURCE", "CHANGED");
        for (var each : list.path("value")) {
            var words = words(each);
            table.row(
                    each.path("time").asText(),
                    each.path("who").asText(),
                    each.path("from").asText(),
                    each.path("action").asText(),
                    each.path("resource").asText(),
                    words.isEmpty() ? "" : words.getFirst());
            words.stream().skip(1).forEach(word -> table.row("", "", "", "", "", word));
        }
        return table.text();
    }

    /** One for each member that was changed. */
    private static List<String> words(JsonNode each) {
        var words = new ArrayList<String>();
        if (!each.path("confirmed").asBoolean(true)) {
            words.add("not confirmed by Kafka; may have been made");
        }
        if (each.has("omitted")) {
            words.add("left out: " + each.path("omitted").asText());
        }
        if (each.get(BEFORE) instanceof ObjectNode before && each.get(AFTER) instanceof ObjectNode after) {
            Difference.between(before, after).forEach(difference -> words.add(difference.toString()));
        } else if (each.has(AFTER) && each.path("action").asText().equals("PUT")) {
            words.add("created");
        }
        return words;
    }
}
