package io.tidings.ingest.oidc;

import io.tidings.contract.WireName;
import io.tidings.contract.topic.TopicPattern;
import io.tidings.ingest.access.Grant;
import io.tidings.ingest.access.Role;
import java.util.List;
import java.util.Optional;

/**
 * A value of the role claim and what it grants: {@code VALUE=ROLE}, or {@code VALUE=ROLE:TOPICS} with {@code |} between
 * the names of topics.
 */
public record RoleMapping(String value, Grant grant) {
    private static final List<String> ALL = List.of(TopicPattern.ALL.text());

    /** Returns empty if the text has another form. */
    public static Optional<RoleMapping> parse(String text) {
        int equals = text.lastIndexOf('=');
        if (equals < 1) {
            return Optional.empty();
        }
        var value = text.substring(0, equals).strip();
        var granted = text.substring(equals + 1).strip().split(":", 2);
        var role = WireName.inAnyCase(Role.class, granted[0]);
        var patterns = granted.length == 1 ? ALL : List.of(granted[1].split("\\|", -1));
        return value.isEmpty()
                ? Optional.empty()
                : role.flatMap(held -> Grant.parse(held, patterns)).map(grant -> new RoleMapping(value, grant));
    }
}
