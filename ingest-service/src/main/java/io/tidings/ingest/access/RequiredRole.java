package io.tidings.ingest.access;

import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Route;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The role that a request needs (B-ACCESS-1). All routes and methods are listed here and nowhere else.
 *
 * @param topic for which the role is needed; null if the role for any topic is enough
 */
public record RequiredRole(Role role, @Nullable String topic) {
    public static RequiredRole of(Route.Managed route, String method) {
        return switch (route) {
            case Route.OwnAccess() -> ofAnyTopic(Role.READER);
            case Route.Overview() -> ofAnyTopic(Role.READER);
            case Route.Topics() -> ofAnyTopic(Role.READER);
            case Route.Topic(var topic) -> ofResource(topic, method);
            case Route.ListKeys(var topic) -> new RequiredRole(Role.ADMIN, topic);
            case Route.RegenerateKey(var topic) -> new RequiredRole(Role.ADMIN, topic);
            case Route.Subscriptions(var topic) -> new RequiredRole(Role.READER, topic);
            // An operator may pause and resume; ofPatch checks that the body does nothing else.
            case Route.Subscription(var key) ->
                method.equals("PATCH") ? new RequiredRole(Role.OPERATOR, key.topic()) : ofResource(key.topic(), method);
            case Route.FullUrl(var key) -> new RequiredRole(Role.ADMIN, key.topic());
            case Route.DeliveryAttributes(var key) -> new RequiredRole(Role.READER, key.topic());
            case Route.RotateSigningSecret(var key) -> new RequiredRole(Role.ADMIN, key.topic());
            case Route.RetryNow(var key) -> new RequiredRole(Role.OPERATOR, key.topic());
            case Route.TestEvent(var key) -> new RequiredRole(Role.OPERATOR, key.topic());
            case Route.TryFilter(var key) -> new RequiredRole(Role.READER, key.topic());
            case Route.TryFilters(var topic) -> new RequiredRole(Role.READER, topic);
            case Route.TryNewFilter(var topic) -> new RequiredRole(Role.READER, topic);
            // The topic of a job is in its request; JobApi checks it.
            case Route.Jobs() -> ofAnyTopic(method.equals("GET") ? Role.READER : Role.OPERATOR);
            case Route.OneJob _ -> ofAnyTopic(Role.READER);
            case Route.ChangeJob _ -> ofAnyTopic(Role.OPERATOR);
            case Route.EventTimeline(var topic, var _) -> new RequiredRole(Role.READER, topic);
            case Route.Attempts(var key) -> new RequiredRole(Role.READER, key.topic());
            case Route.Pending(var key) -> new RequiredRole(Role.READER, key.topic());
            case Route.DeadLetters(var key) -> new RequiredRole(Role.READER, key.topic());
            case Route.Stats(var key) -> new RequiredRole(Role.READER, key.topic());
            case Route.Rejected(var topic) -> new RequiredRole(Role.READER, topic);
        };
    }

    /** @param pauseOnly whether the body of the PATCH does nothing but pause or resume the subscription */
    public static RequiredRole ofPatch(String topic, boolean pauseOnly) {
        return new RequiredRole(pauseOnly ? Role.OPERATOR : Role.ADMIN, topic);
    }

    private static RequiredRole ofAnyTopic(Role role) {
        return new RequiredRole(role, null);
    }

    private static RequiredRole ofResource(String topic, String method) {
        return new RequiredRole(method.equals("GET") ? Role.READER : Role.ADMIN, topic);
    }

    /** Returns the error for a principal that lacks the role; empty if it has the role. */
    public Optional<ApiError> refusal(Principal principal) {
        var held = topic == null ? principal.roleForAny() : principal.roleFor(topic);
        return held.filter(each -> each.includes(role)).isPresent()
                ? Optional.empty()
                : Optional.of(ApiError.of(
                        403,
                        "Forbidden",
                        "this needs the role " + role.wireName() + (topic == null ? "" : " for the topic " + topic)
                                + "; your token has "
                                + held.map(Role::wireName).orElse(topic == null ? "no role" : "no role for it")));
    }
}
