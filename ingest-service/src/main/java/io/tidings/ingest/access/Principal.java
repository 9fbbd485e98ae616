package io.tidings.ingest.access;

import io.tidings.contract.SubscriptionKey;
import io.tidings.ingest.http.ApiError;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated manager or publisher.
 *
 * @param name of its token, or {@code oidc:} and the subject of its identity provider; shown in the audit log
 * @param issuer of its token; null for the admin token and those of the tokens file
 * @param roleClaim in which its token has its roles; null like {@code issuer}
 */
public record Principal(
        String name,
        List<Grant> grants,
        @Nullable String issuer,
        @Nullable String roleClaim) {
    private static final Principal ADMIN = new Principal("admin", List.of(Grant.ofAllTopics(Role.ADMIN)));

    public Principal {
        grants = List.copyOf(grants);
    }

    public Principal(String name, List<Grant> grants) {
        this(name, grants, null, null);
    }

    /** The holder of the admin token. */
    public static Principal admin() {
        return ADMIN;
    }

    /**
     * Returns the error for a principal that lacks the role; empty if it has the role.
     *
     * @param topic for which the role is needed; null if the role for any topic is enough
     */
    public Optional<ApiError> refusal(Role role, @Nullable String topic) {
        var held = grants.stream()
                .filter(grant -> topic == null || grant.covers(topic))
                .map(Grant::role)
                .toList();
        return held.stream().anyMatch(each -> each.includes(role))
                ? Optional.empty()
                : Optional.of(ApiError.of(
                        403,
                        "Forbidden",
                        "this needs the role " + role.wireName() + (topic == null ? "" : " for the topic " + topic)
                                + "; your token has "
                                + held.stream()
                                        .max(Comparator.naturalOrder())
                                        .map(Role::wireName)
                                        .orElse(topic == null ? "no role" : "no role for it")));
    }

    /** Returns whether this principal receives the events of a queue. */
    boolean receives(SubscriptionKey queue) {
        return grants.stream().anyMatch(grant -> grant.role().includes(Role.RECEIVER) && grant.covers(queue));
    }

    /** Returns whether lists show the topic to this principal. */
    public boolean sees(String topic) {
        return grants.stream().anyMatch(grant -> grant.role().includes(Role.READER) && grant.covers(topic));
    }

    /** Returns whether this principal has the role, or one that includes it, for every topic. */
    public boolean mayForEveryTopic(Role role) {
        return grants.stream()
                .anyMatch(grant -> grant.coversEveryTopic() && grant.role().includes(role));
    }
}
