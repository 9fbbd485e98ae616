package io.tidings.ingest;

import static io.tidings.ingest.access.Role.ADMIN;
import static io.tidings.ingest.access.Role.OPERATOR;
import static io.tidings.ingest.access.Role.PAYLOADS;
import static io.tidings.ingest.access.Role.READER;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.job.JobWish;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.AuditApi;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.audit.Route;
import io.tidings.ingest.console.ConsoleFiles;
import io.tidings.ingest.console.SignInCodes;
import io.tidings.ingest.figures.StatsApi;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.job.FilterTrialApi;
import io.tidings.ingest.job.JobApi;
import io.tidings.ingest.job.TestEventApi;
import io.tidings.ingest.manage.AccessView;
import io.tidings.ingest.manage.ArmApi;
import io.tidings.ingest.manage.DomainTopicApi;
import io.tidings.ingest.manage.EventTypeApi;
import io.tidings.ingest.manage.ManualValidationApi;
import io.tidings.ingest.manage.Routes;
import io.tidings.ingest.manage.SubscriptionApi;
import io.tidings.ingest.manage.TopicApi;
import io.tidings.ingest.overview.AllSubscriptionsApi;
import io.tidings.ingest.overview.OverviewApi;
import io.tidings.ingest.publish.PublishApi;
import io.tidings.ingest.receive.ReceiveApi;
import io.tidings.ingest.timeline.EventsApi;
import io.tidings.ingest.timeline.PayloadApi;
import io.tidings.ingest.timeline.TimelineApi;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * All routes, and which of them each listener serves. Endpoints open validation URLs, so these belong to the publishing
 * listener.
 *
 * @param separateManagement whether management has a listener of its own
 */
record IngestRoutes(
        Routes publishing,
        Routes management,
        ArmApi azure,
        ConsoleFiles console,
        SignInCodes codes,
        boolean separateManagement) {
    private static final String SIGN_IN = "sign-in";

    static List<Route> publishing(
            ApiDescription description, PublishApi events, ReceiveApi receivers, ManualValidationApi validation) {
        var ofTopic = "/topics/{topic}/api/events";
        var ofDomain = "/domains/{domain}/api/events";
        var ofHost = "/api/events";
        return List.of(
                new Route.Open("POST", ofTopic, "publish", (path, request) -> events.respond(path.get(1), request)),
                new Route.Open(
                        "OPTIONS", ofTopic, "topicOptions", (path, request) -> events.respond(path.get(1), request)),
                new Route.Open(
                        "POST", ofDomain, "publishToDomain", (path, request) -> events.respond(path.get(1), request)),
                new Route.Open(
                        "OPTIONS", ofDomain, "domainOptions", (path, request) -> events.respond(path.get(1), request)),
                new Route.Open("POST", ofHost, "publishByHost", (_, request) -> events.respondByHost(request)),
                new Route.Open("OPTIONS", ofHost, "hostOptions", (_, request) -> events.respondByHost(request)),
                new Route.Open(
                        "POST",
                        "/topics/{topic}:publish",
                        "publishToNamespace",
                        (path, request) -> events.respondToNamespace(beforeAction(path.get(1)), request)),
                ofQueue("receive", receivers::receive),
                ofQueue("acknowledge", receivers::acknowledge),
                ofQueue("release", receivers::release),
                ofQueue("reject", receivers::reject),
                ofQueue("renewLock", receivers::renew),
                new Route.Open("GET", "/validate", "validate", (_, request) -> validation.respond(request)),
                new Route.Open("POST", "/validate", "validateByPost", (_, request) -> validation.respond(request)),
                description.route());
    }

    private static Route ofQueue(String action, BiFunction<SubscriptionKey, Request, Response> handler) {
        return new Route.Open(
                "POST",
                "/topics/{topic}/eventSubscriptions/{subscription}:" + action,
                action,
                (path, request) -> handler.apply(new SubscriptionKey(path.get(1), beforeAction(path.get(3))), request));
    }

    private static String beforeAction(String word) {
        return word.substring(0, word.lastIndexOf(':'));
    }

    /** An operator may PATCH a subscription to pause or resume it. The topic of a job is in its request. */
    static List<Route> management(
            ApiDescription description,
            TopicApi topics,
            DomainTopicApi ofDomains,
            EventTypeApi eventTypes,
            SubscriptionApi subscriptions,
            OverviewApi overview,
            AllSubscriptionsApi all,
            JobApi jobs,
            FilterTrialApi filters,
            TestEventApi tests,
            TimelineApi timeline,
            EventsApi events,
            StatsApi stats,
            PayloadApi payloads,
            AuditApi audit) {
        var domains = topics.ofDomains();
        return List.of(
                new Route.Managed("GET", "/access", READER, "getAccess", AccessView::respond),
                new Route.Managed("GET", "/overview", READER, "getOverview", overview::respond),
                new Route.Managed("GET", "/stats", READER, "getTotalStats", stats::ofAll),
                new Route.Managed("GET", "/eventSubscriptions", READER, "listAllSubscriptions", all::list),
                new Route.Managed(
                        "POST",
                        "/eventSubscriptions/retryNow",
                        OPERATOR,
                        "retryNowAtHost",
                        subscriptions::retryNowAtHost),
                new Route.Managed("GET", "/audit", ADMIN, "listAudit", audit::list),
                new Route.Managed("GET", "/topics", READER, "listTopics", topics::list),
                ofTopic("GET", "", READER, "getTopic", topics::get),
                ofTopic("PUT", "", ADMIN, "putTopic", topics::put),
                ofTopic("PATCH", "", ADMIN, "patchTopic", topics::patch),
                ofTopic("DELETE", "", ADMIN, "deleteTopic", topics::delete),
                ofTopic("POST", "/listKeys", ADMIN, "listKeys", topics::keys),
                ofTopic("POST", "/regenerateKey", ADMIN, "regenerateKey", topics::regenerate),
                new Route.Managed("GET", "/domains", READER, "listDomains", domains::list),
                ofDomain("GET", "", READER, "getDomain", domains::get),
                ofDomain("PUT", "", ADMIN, "putDomain", domains::put),
                ofDomain("PATCH", "", ADMIN, "patchDomain", domains::patch),
                ofDomain("DELETE", "", ADMIN, "deleteDomain", domains::delete),
                ofDomain("POST", "/listKeys", ADMIN, "listDomainKeys", domains::keys),
                ofDomain("POST", "/regenerateKey", ADMIN, "regenerateDomainKey", domains::regenerate),
                new Route.Managed("GET", "/domains/{domain}/topics", READER, "listDomainTopics", ofDomains::list),
                ofDomain("GET", "/topics/{topic}", READER, "getDomainTopic", ofDomains::get),
                ofDomain("PUT", "/topics/{topic}", ADMIN, "putDomainTopic", ofDomains::put),
                ofDomain("DELETE", "/topics/{topic}", ADMIN, "deleteDomainTopic", ofDomains::delete),
                ofTopic("GET", "/eventTypes", READER, "listEventTypes", eventTypes::list),
                ofTopic("GET", "/seenEventTypes", READER, "listSeenEventTypes", events::types),
                ofEventType("GET", READER, "getEventType", eventTypes::get),
                ofEventType("PUT", ADMIN, "putEventType", eventTypes::put),
                ofEventType("DELETE", ADMIN, "deleteEventType", eventTypes::delete),
                ofTopic("GET", "/eventSubscriptions", READER, "listSubscriptions", subscriptions::list),
                ofSubscription("GET", "", READER, "getSubscription", subscriptions::get),
                ofSubscription("PUT", "", ADMIN, "putSubscription", subscriptions::put),
                ofSubscription("PATCH", "", OPERATOR, "patchSubscription", subscriptions::patch),
                ofSubscription("DELETE", "", ADMIN, "deleteSubscription", subscriptions::delete),
                ofSubscription("POST", "/listKeys", ADMIN, "listReceiveKeys", subscriptions::keys),
                ofSubscription("POST", "/regenerateKey", ADMIN, "regenerateReceiveKey", subscriptions::regenerateKey),
                ofSubscription("POST", "/getFullUrl", ADMIN, "getFullUrl", subscriptions::fullUrl),
                ofSubscription(
                        "POST",
                        "/getDeliveryAttributes",
                        READER,
                        "getDeliveryAttributes",
                        subscriptions::deliveryAttributes),
                ofSubscription(
                        "POST",
                        "/rotateSigningSecret",
                        ADMIN,
                        "rotateSigningSecret",
                        subscriptions::rotateSigningSecret),
                ofSubscription("POST", "/retryNow", OPERATOR, "retryNow", subscriptions::retryNow),
                ofSubscription("POST", "/test", OPERATOR, "sendTestEvent", tests::send),
                ofSubscription("POST", "/tryFilter", READER, "tryFilter", filters::one),
                ofTopic("POST", "/tryFilter", READER, "tryFilters", filters::all),
                ofTopic("POST", "/tryNewFilter", READER, "tryNewFilter", filters::proposed),
                new Route.Managed("GET", "/jobs", READER, "listJobs", jobs::list),
                new Route.Managed("POST", "/jobs", OPERATOR, "createJob", jobs::create),
                new Route.Managed("GET", "/jobs/{job}", READER, "getJob", jobs::get),
                changeOfJob("/pause", "pauseJob", jobs, JobWish.PAUSE),
                changeOfJob("/resume", "resumeJob", jobs, JobWish.RUN),
                changeOfJob("/cancel", "cancelJob", jobs, JobWish.CANCEL),
                ofTopic("GET", "/events", READER, "listEvents", events::list),
                ofTopic("GET", "/events/{id}", READER, "getEvent", timeline::event),
                ofTopic("GET", "/records/{source}", PAYLOADS, "getRecord", payloads::respond),
                ofTopic("GET", "/rejected", READER, "listRejected", timeline::rejected),
                ofSubscription("GET", "/attempts", READER, "listAttempts", timeline::attempts),
                ofSubscription("GET", "/failures", READER, "listFailures", timeline::failures),
                ofSubscription("GET", "/pending", READER, "getPending", timeline::pending),
                ofSubscription("GET", "/deadLetters", READER, "listDeadLetters", timeline::deadLetters),
                ofSubscription("GET", "/stats", READER, "getStats", stats::ofSubscription),
                description.route());
    }

    /** Lists that only Azure's paths have. All event subscriptions are of topics or of domains. */
    static List<Route> azureLists(SubscriptionApi subscriptions) {
        return List.of(
                new Route.Managed("GET", "/eventSubscriptions", READER, "", subscriptions::listAll),
                new Route.Managed(
                        "GET",
                        "/topicTypes/Microsoft.EventGrid.Topics/eventSubscriptions",
                        READER,
                        "",
                        managed -> subscriptions.listAll(managed, false)),
                new Route.Managed(
                        "GET",
                        "/topicTypes/Microsoft.EventGrid.Domains/eventSubscriptions",
                        READER,
                        "",
                        managed -> subscriptions.listAll(managed, true)),
                new Route.Managed(
                        "GET",
                        "/topicTypes/{type}/eventSubscriptions",
                        READER,
                        "",
                        _ -> Response.document("{\"value\":[]}")));
    }

    private static Route ofTopic(
            String method,
            String path,
            Role role,
            String operation,
            BiFunction<String, ManagedRequest, Response> handler) {
        return new Route.Managed(
                method, "/topics/{topic}" + path, role, operation, managed -> handler.apply(managed.topic(), managed));
    }

    /** All other paths of a domain and of its topics are those of topics; {@link Routes} finds them. */
    private static Route ofDomain(
            String method,
            String path,
            Role role,
            String operation,
            BiFunction<String, ManagedRequest, Response> handler) {
        return new Route.Managed(
                method,
                "/domains/{domain}" + path,
                role,
                operation,
                managed -> handler.apply(managed.topic(), managed));
    }

    private static Route ofEventType(
            String method, Role role, String operation, BiFunction<EventTypeKey, ManagedRequest, Response> handler) {
        return new Route.Managed(
                method,
                "/topics/{topic}/eventTypes/{eventType}",
                role,
                operation,
                managed -> handler.apply(managed.eventType(), managed));
    }

    private static Route ofSubscription(
            String method,
            String path,
            Role role,
            String operation,
            BiFunction<SubscriptionKey, ManagedRequest, Response> handler) {
        return new Route.Managed(
                method,
                "/topics/{topic}/eventSubscriptions/{subscription}" + path,
                role,
                operation,
                managed -> handler.apply(managed.subscription(), managed));
    }

    private static Route changeOfJob(String path, String operation, JobApi jobs, JobWish wish) {
        return new Route.Managed(
                "POST", "/jobs/{job}" + path, OPERATOR, operation, managed -> jobs.change(wish, managed));
    }

    Response onPublishing(Request request) {
        return publishing
                .respond(withoutNamespace(request.segments()), request)
                .or(() -> separateManagement ? Optional.empty() : managed(request))
                .orElseGet(() -> Response.of(ApiError.notFound("there is nothing at this path; publish to"
                        + " /topics/<topic>/api/events"
                        + (separateManagement
                                ? ", and manage topics and subscriptions on the port of the setting management.port"
                                : ""))));
    }

    Response onManagement(Request request) {
        return managed(request)
                .orElseGet(() -> Response.of(
                        ApiError.notFound("this port is for the management of topics and subscriptions only")));
    }

    /** Clients of namespaces may have one in their URL; there is one of them. */
    private static List<String> withoutNamespace(List<String> path) {
        return path.size() > 2 && path.getFirst().equalsIgnoreCase("namespaces") ? path.subList(2, path.size()) : path;
    }

    private Response ofConsole(String path, Request request) {
        return path.equals(SIGN_IN) ? codes.respond(request) : console.respond(path, request);
    }

    private Optional<Response> managed(Request request) {
        var path = request.segments();
        return switch (path.isEmpty() ? "" : path.getFirst().toLowerCase(Locale.ROOT)) {
            case "" -> console.lead(request);
            case "console" -> Optional.of(ofConsole(String.join("/", path.subList(1, path.size())), request));
            case "subscriptions" -> Optional.of(azure.respond(request));
            default -> azure.document(request).or(() -> management.respond(path, request));
        };
    }
}
