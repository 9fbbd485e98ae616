package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.Response;

/** The roles of the token that a request shows, so that its owner knows which actions will be refused. */
final class AccessView {
    private AccessView() {}

    static Response respond(ManagedRequest managed) {
        var method = managed.request().method();
        return method.equals("GET")
                ? Response.json(200, of(managed.principal()))
                : Response.methodNotAllowed(method, "GET");
    }

    private static JsonNode of(Principal principal) {
        var json = JsonNodeFactory.instance.objectNode().put("name", principal.name());
        var roles = json.putArray("roles");
        for (var grant : principal.grants()) {
            var topics = roles.addObject().put("role", grant.role().wireName()).putArray("topics");
            grant.topics().forEach(pattern -> topics.add(pattern.text()));
        }
        return json.put("authRequired", true); // there is no management without a token
    }
}
