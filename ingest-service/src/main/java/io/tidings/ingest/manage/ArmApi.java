package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.json.ResourceJson;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Management by the paths of Azure (B-ARM-1). Roles, audit, bodies and preconditions are those of the short paths.
 *
 * <p>Long-running operations: the response to a PUT is the resource with its {@code provisioningState}, and clients GET
 * it, as soon as {@code Retry-After} says, until the state is final.
 */
public final class ArmApi {
    private static final Pattern GROUP = Pattern.compile("(?i)/resourceGroups/([^/{}]+)/");
    private static final String DEFAULT_GROUP = "tidings";

    /** Some clients wait 30 s if the response does not say how long. */
    private static final String POLL_SECONDS = "1";

    private final Routes management;
    private final Routes lists;
    private final Routes documents;
    private final String group;

    /**
     * @param lists that only Azure has
     * @param documents that tools read besides
     * @param ids whose resource group is shown where a path names none
     */
    public ArmApi(Routes management, Routes lists, Routes documents, TopicIds ids) {
        this.management = management;
        this.lists = lists;
        this.documents = documents;
        var named = GROUP.matcher(ids.format());
        this.group = named.find() ? named.group(1) : DEFAULT_GROUP;
    }

    /** Returns a document that is no resource; empty if there is none at the path. */
    public Optional<Response> document(Request request) {
        return documents.respond(request.segments(), request);
    }

    /** @param sent for a path below an Azure subscription, or for all subscriptions */
    public Response respond(Request sent) {
        var request = ResourceQuery.asList(sent);
        var path = ArmPath.of(request.path());
        if (path.isEmpty()) {
            return document(request).orElseGet(ArmApi::nothing);
        }
        var refusal = ApiVersion.refusal(request.parameter(ApiVersion.NAME));
        if (refusal.isPresent()) {
            return Response.of(refusal.get());
        }
        var view = new ArmView(path.get(), group);
        return switch (path.get().ofResource() ? request.method() : "") {
            case "PUT", "PATCH" -> written(request, view);
            case "DELETE" -> deleted(managed(view, request));
            default -> shaped(managed(view, request), List.of(), view);
        };
    }

    private static Response nothing() {
        return Response.of(ApiError.notFound("there is nothing at this path; of Microsoft.EventGrid there are topics,"
                + " domains and their topics, in resource groups, and eventSubscriptions of all"));
    }

    private Response managed(ArmView view, Request request) {
        var words = view.path().words();
        return lists.respond(words, request)
                .or(() -> management.respond(words, request))
                .orElseGet(ArmApi::nothing);
    }

    /** Clients take no other status for any write (B-ARM-2). */
    private Response written(Request request, ArmView view) {
        var ignored = new ArrayList<String>();
        Supplier<Body> known = () -> switch (request.body().get()) {
            case Body.Whole(var bytes) -> {
                var body = ArmBody.of(view.path().words(), bytes);
                ignored.addAll(body.ignored());
                yield new Body.Whole(body.bytes());
            }
            case Body.Malformed malformed -> malformed;
            case Body.TooLarge tooLarge -> tooLarge;
        };
        var response = shaped(managed(view, request.with(known)), ignored, view);
        return succeeded(response) ? response.with(201) : response;
    }

    private static Response deleted(Response response) {
        return succeeded(response) ? Response.empty(204).withAll(response.headers()) : response;
    }

    private static boolean succeeded(Response response) {
        return response.status() >= 200 && response.status() < 300;
    }

    /** @param ignored the members of the request's body that are not known */
    private static Response shaped(Response response, List<String> ignored, ArmView view) {
        if (!succeeded(response)) {
            return response;
        }
        if (!(ResourceJson.orMissing(response.bytes()) instanceof ObjectNode body)) {
            return response;
        }
        view.shape(body);
        ArmView.warn(body, ignored);
        var shaped = Response.json(response.status(), body).withAll(response.headers());
        return ArmView.pending(body) ? shaped.with("Retry-After", POLL_SECONDS) : shaped;
    }
}
