package io.tidings.ingest.manage;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.Response;

/** The roles of the token that a request shows, so that its owner knows which actions will be refused. */
public final class AccessView {
    private AccessView() {}

    public static Response respond(ManagedRequest managed) {
        var principal = managed.principal();
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("name", principal.name())
                .put("from", managed.request().remoteAddress());
        putIfAny(json, "issuer", principal.issuer());
        var roles = json.putArray("roles");
        for (var grant : principal.grants()) {
            var topics = roles.addObject().put("role", grant.role().wireName()).putArray("topics");
            grant.words().forEach(topics::add);
        }
        return Response.json(200, json.put("authRequired", true)); // there is no management without a token
    }
}
