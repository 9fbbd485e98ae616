package io.tidings.ingest.access;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An authenticated manager.
 *
 * @param name of its token, or {@code oidc:} and the subject of its identity provider; shown in the audit log
 */
public record Principal(String name, List<Grant> grants) {
    private static final Principal ADMIN = new Principal("admin", List.of(Grant.ofAllTopics(Role.ADMIN)));

    public Principal {
        grants = List.copyOf(grants);
    }

    /** The holder of the admin token. */
    public static Principal admin() {
        return ADMIN;
    }

    /** Returns whether this principal has the role, or one that includes it, for the topic. */
    public boolean may(Role role, String topic) {
        return roleFor(topic).filter(held -> held.includes(role)).isPresent();
    }

    /** Returns whether lists show the topic to this principal. */
    public boolean sees(String topic) {
        return may(Role.READER, topic);
    }

    /** Returns whether this principal may see sums over all topics. */
    public boolean seesEveryTopic() {
        return grants.stream().anyMatch(Grant::coversEveryTopic);
    }

    /** Returns whether this principal has the role, or one that includes it, for every topic. */
    public boolean mayForEveryTopic(Role role) {
        return grants.stream()
                .anyMatch(grant -> grant.coversEveryTopic() && grant.role().includes(role));
    }

    Optional<Role> roleFor(String topic) {
        return highest(grants.stream().filter(grant -> grant.covers(topic)));
    }

    /** Returns the highest role that this principal has for any topic. */
    Optional<Role> roleForAny() {
        return highest(grants.stream());
    }

    private static Optional<Role> highest(Stream<Grant> grants) {
        return grants.map(Grant::role).max(Comparator.naturalOrder());
    }
}
