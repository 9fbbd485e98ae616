package io.tidings.chaos.subscriber;

import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Gives tokens to whoever asks, and knows them again. Each ends after ten seconds for the worker, and never here. */
final class TokenEndpoint {
    private static final String PREFIX = "Bearer ";

    private final Set<String> given = ConcurrentHashMap.newKeySet();

    ScriptedResponse response(ReceivedRequest request) {
        if (request.header("authorization").isEmpty()) {
            return ScriptedResponse.status(401);
        }
        var token = UUID.randomUUID().toString();
        given.add(token);
        return new ScriptedResponse.Status(
                200,
                Map.of("content-type", "application/json"),
                "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":10}".formatted(token));
    }

    /** @param authorization the value of the header */
    boolean knows(String authorization) {
        return authorization.startsWith(PREFIX) && given.contains(authorization.substring(PREFIX.length()));
    }
}
