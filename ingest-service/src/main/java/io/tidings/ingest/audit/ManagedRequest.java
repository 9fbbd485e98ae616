package io.tidings.ingest.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.ingest.auth.Principal;
import io.tidings.ingest.auth.RequiredRole;
import io.tidings.ingest.auth.Role;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request of an authenticated manager, and the changes that it has made so far. Confined to the request's thread. */
public final class ManagedRequest {
    private final Request request;
    private final Principal principal;
    private final Clock clock;
    private final List<Change> changes = new ArrayList<>();

    public ManagedRequest(Request request, Principal principal, Clock clock) {
        this.request = request;
        this.principal = principal;
        this.clock = clock;
    }

    public Request request() {
        return request;
    }

    public Principal principal() {
        return principal;
    }

    /** Returns the error if the principal lacks the role for the topic, for requests whose body names the topic. */
    public Optional<ApiError> refusal(Role role, String topic) {
        return new RequiredRole(role, topic).refusal(principal);
    }

    /**
     * Notes a change that is durable, for the audit log.
     *
     * @param action the method, or the name of the action
     * @param resource as {@link Change} names it
     * @param before without secrets; null if the resource did not exist
     * @param after without secrets; null if the resource no longer exists
     */
    public void changed(
            String action,
            String resource,
            @Nullable JsonNode before,
            @Nullable JsonNode after) {
        changes.add(new Change(clock.instant(), action, resource, before, after));
    }

    public List<Change> changes() {
        return List.copyOf(changes);
    }
}
