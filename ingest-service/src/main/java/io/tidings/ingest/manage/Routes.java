package io.tidings.ingest.manage;

import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.audit.ManagerAccess;
import io.tidings.ingest.audit.Route;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes of a listener. */
public final class Routes {
    private static final Logger log = LoggerFactory.getLogger(Routes.class);

    private static final String DOMAIN = "domain";
    private static final String TOPIC = "topic";
    private static final String SUBSCRIPTIONS = "eventSubscriptions";

    private final ManagerAccess access;
    private final List<Place> places;

    public Routes(ManagerAccess access, List<? extends Route> routes) {
        this.access = access;
        var places = new LinkedHashMap<String, Place>();
        for (var route : routes) {
            places.computeIfAbsent(
                            route.path(),
                            path -> new Place(List.of(path.substring(1).split("/", -1)), new TreeMap<>()))
                    .byMethod()
                    .put(route.method(), route);
        }
        this.places = List.copyOf(places.values());
    }

    /** The routes of one path. */
    private record Place(List<String> words, SortedMap<String, Route> byMethod) {
        /** Returns the named words of a path; empty if it is another path. */
        Optional<Map<String, String>> names(List<String> path) {
            if (path.size() != words.size()) {
                return Optional.empty();
            }
            var names = new HashMap<String, String>();
            for (int i = 0; i < path.size(); i++) {
                var word = words.get(i);
                int end = word.indexOf('}');
                if (end > 0) {
                    var named = named(path.get(i), word.substring(end + 1));
                    if (named.isEmpty()) {
                        return Optional.empty();
                    }
                    names.put(word.substring(1, end), named.get());
                } else if (!word.equalsIgnoreCase(path.get(i))) {
                    return Optional.empty();
                }
            }
            var domain = names.get(DOMAIN);
            if (domain != null) { // for roles, the audit and all else, a topic of a domain is domain/topic
                names.merge(TOPIC, domain, (topic, _) -> domain + "/" + topic);
            }
            return Optional.of(names);
        }

        /** A word such as {@code orders:receive} has a name before the action. */
        private static Optional<String> named(String word, String action) {
            int end = word.length() - action.length();
            return end > 0 && word.regionMatches(true, end, action, 0, action.length())
                    ? Optional.of(word.substring(0, end))
                    : Optional.empty();
        }

        Route route(String method) {
            var found = byMethod.get(method);
            return found == null ? notAllowed(method) : found;
        }

        /** A manager needs the highest role of the path to be told its methods. */
        private Route notAllowed(String method) {
            var response = Response.methodNotAllowed(method, String.join(", ", byMethod.keySet()));
            return byMethod.values().stream()
                    .filter(Route.Managed.class::isInstance)
                    .map(Route.Managed.class::cast)
                    .max(Comparator.comparing(Route.Managed::role))
                    .<Route>map(each -> new Route.Managed(method, each.path(), each.role(), "", _ -> response))
                    .orElseGet(() -> new Route.Open(method, "", "", (_, _) -> response));
        }
    }

    /**
     * Returns empty if no route has this path.
     *
     * @param path the words of the short path that the request's path stands for
     */
    public Optional<Response> respond(List<String> path, Request request) {
        return found(path, request)
                .or(() -> asTopic(path).filter(this::isOfDomains).flatMap(same -> found(same, request)));
    }

    /** A topic of a domain has no endpoint of its own; but queues are received. */
    private boolean isOfDomains(List<String> path) {
        return places.stream()
                .filter(place -> place.names(path).isPresent())
                .allMatch(place -> place.words().contains(SUBSCRIPTIONS)
                        || place.byMethod().values().stream().allMatch(Route.Managed.class::isInstance));
    }

    /** Returns the path of a topic that a path below a domain stands for, unless it has a route of its own. */
    private static Optional<List<String>> asTopic(List<String> path) {
        if (path.size() < 3 || !path.getFirst().equalsIgnoreCase("domains")) {
            return Optional.empty();
        }
        boolean ofTopic = path.get(2).equalsIgnoreCase("topics");
        if (ofTopic && path.size() < 5) {
            return Optional.empty();
        }
        var same = new ArrayList<>(List.of("topics", ofTopic ? path.get(1) + "/" + path.get(3) : path.get(1)));
        same.addAll(path.subList(ofTopic ? 4 : 2, path.size()));
        return Optional.of(same);
    }

    private Optional<Response> found(List<String> path, Request request) {
        for (var place : places) {
            var names = place.names(path);
            if (names.isPresent()) {
                return Optional.of(
                        switch (place.route(request.method())) {
                            case Route.Open open -> open.handler().apply(path, request);
                            case Route.Managed managed -> respond(managed, names.get(), request);
                        });
            }
        }
        return Optional.empty();
    }

    private Response respond(Route.Managed route, Map<String, String> names, Request request) {
        return access.respond(
                route,
                names,
                request,
                admitted ->
                        DryRun.refusal(request).map(RequestBodies::invalid).orElseGet(() -> respond(route, admitted)));
    }

    private static Response respond(Route.Managed route, ManagedRequest request) {
        try {
            return route.handler().apply(request);
        } catch (KafkaException e) {
            log.warn("a change could not be written, request {}: {}", request.id(), e.getMessage());
            return Response.of(ApiError.unavailable(
                    "Kafka does not accept changes at the moment; check the resource before you repeat the change ("
                            + e.getMessage() + ")"));
        }
    }
}
