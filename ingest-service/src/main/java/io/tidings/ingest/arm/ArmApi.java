package io.tidings.ingest.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.json.ResourceJson;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.manage.ManagementApi;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    private final ManagementApi management;
    private final String group;

    /** @param ids whose resource group is shown where a path names none */
    public ArmApi(ManagementApi management, TopicIds ids) {
        this.management = management;
        var named = GROUP.matcher(ids.format());
        this.group = named.find() ? named.group(1) : DEFAULT_GROUP;
    }

    public Response respond(Request request) {
        var path = ArmPath.of(request.path());
        if (path.isEmpty()) {
            return Response.of(ApiError.notFound("there is nothing at this path; of Microsoft.EventGrid there are"
                    + " topics, in resource groups, and their eventSubscriptions"));
        }
        var refusal = ApiVersion.refusal(request.parameter(ApiVersion.NAME));
        return refusal.isPresent()
                ? Response.of(refusal.get())
                : shaped(management.respond(path.get().route(), request), new ArmView(path.get(), group));
    }

    private static Response shaped(Response response, ArmView view) {
        if (response.status() >= 300 || response.bytes().length == 0) {
            return response;
        }
        try {
            if (ResourceJson.read(response.bytes()) instanceof ObjectNode body) {
                view.shape(body);
                var shaped = Response.json(response.status(), body).withAll(response.headers());
                return ArmView.pending(body) ? shaped.with("Retry-After", POLL_SECONDS) : shaped;
            }
            return response;
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }
}
