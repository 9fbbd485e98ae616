package io.tidings.ingest.audit;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.ingest.access.ManagerAuth;
import io.tidings.ingest.access.TokenCheck;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.runtime.metric.Metric;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;

/** Admits managers that have the role for their request, and audits what they change (B-ACCESS-1, B-ACCESS-3). */
public final class ManagerAccess {
    private final ManagerAuth auth;
    private final AuditLog audit;
    private final MeterRegistry registry;
    private final Clock clock;

    public ManagerAccess(ManagerAuth auth, AuditLog audit, MeterRegistry registry, Clock clock) {
        this.auth = auth;
        this.audit = audit;
        this.registry = registry;
        this.clock = clock;
    }

    /**
     * @param names of words in the path
     * @param use of an admitted request
     */
    public Response respond(
            Route.Managed route, Map<String, String> names, Request request, Function<ManagedRequest, Response> use) {
        return switch (auth.check(request, clock.instant())) {
            case TokenCheck.Refused(var error) -> refused(request, error);
            case TokenCheck.Accepted(var principal) -> {
                var refusal = principal.refusal(route.role(), names.get("topic"));
                yield refusal.isPresent()
                        ? refused(request, refusal.get())
                        : admitted(new ManagedRequest(request, principal, route.action(), names, clock), use);
            }
        };
    }

    /** Responds to a request whose principal was admitted elsewhere, and audits what it changes. */
    public Response admitted(ManagedRequest request, Function<ManagedRequest, Response> use) {
        Response response;
        boolean recorded;
        try {
            response = use.apply(request);
        } finally {
            recorded = audit.write(request);
        }
        var instead = request.insteadOfSecrets();
        if (!recorded && instead.isPresent()) {
            response = Response.of(ApiError.unavailable(instead.get()));
        }
        if (response.status() == 403) {
            count(response.status());
        }
        return response.with(RequestId.HEADER, request.id());
    }

    private Response refused(Request request, ApiError error) {
        count(error.status());
        return Response.of(error).with(RequestId.HEADER, RequestId.of(request));
    }

    private void count(int status) {
        Metric.MANAGEMENT_REFUSED
                .counter(registry, "status", Integer.toString(status))
                .increment();
    }
}
