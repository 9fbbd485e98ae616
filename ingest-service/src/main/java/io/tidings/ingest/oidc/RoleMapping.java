package io.tidings.ingest.oidc;

import io.tidings.ingest.auth.Grant;
import io.tidings.ingest.auth.Role;
import io.tidings.ingest.auth.TopicPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A value of the role claim and what it grants: {@code VALUE=ROLE}, or {@code VALUE=ROLE:TOPICS} with {@code |} between
 * the names of topics.
 */
public record RoleMapping(String value, Grant grant) {
    /** Returns empty if the text has another form. */
    public static Optional<RoleMapping> parse(String text) {
        int equals = text.lastIndexOf('=');
        if (equals < 1) {
            return Optional.empty();
        }
        var value = text.substring(0, equals).strip();
        var granted = text.substring(equals + 1).strip().split(":", 2);
        var topics = granted.length == 1 ? List.of(TopicPattern.ALL) : topics(granted[1]);
        return value.isEmpty() || topics.isEmpty()
                ? Optional.empty()
                : Role.named(granted[0]).map(role -> new RoleMapping(value, new Grant(role, topics)));
    }

    /** Returns an empty list if one of the names is none. */
    private static List<TopicPattern> topics(String text) {
        var patterns = new ArrayList<TopicPattern>();
        for (var name : text.split("\\|", -1)) {
            var pattern = TopicPattern.parse(name);
            if (pattern.isEmpty()) {
                return List.of();
            }
            patterns.add(pattern.get());
        }
        return patterns;
    }
}
