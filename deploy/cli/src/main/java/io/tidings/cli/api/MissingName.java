package io.tidings.cli.api;

import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.Spelling;
import java.util.List;
import java.util.regex.Pattern;

/** Guesses which topic or subscription somebody meant who named one that does not exist. */
public record MissingName(ManagementCalls api) {
    private static final Pattern ROUTE = Pattern.compile(".*?/topics/([^/]+)(?:/eventSubscriptions/([^/]+))?(?:/.*)?");

    /**
     * Returns a line of its own, or an empty text if nothing can be guessed.
     *
     * @param path of a request that found nothing
     */
    public String guess(String path) {
        var route = ROUTE.matcher(path);
        if (!route.matches()) {
            return "";
        }
        try {
            var topics = names(Paths.TOPICS);
            var topic = route.group(1);
            if (!topics.contains(topic)) {
                return Spelling.guess(topic, topics);
            }
            var name = route.group(2);
            var subscriptions = name == null ? List.<String>of() : names(Paths.subscriptions(topic));
            return name == null || subscriptions.contains(name) ? "" : Spelling.guess(name, subscriptions);
        } catch (CommandFailure _) { // the token does not see the list, for instance
            return "";
        }
    }

    private List<String> names(String list) {
        return api.list(list)
                .path("value")
                .valueStream()
                .map(each -> each.path("name").asText())
                .toList();
    }
}
