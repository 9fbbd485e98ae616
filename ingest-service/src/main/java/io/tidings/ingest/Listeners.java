package io.tidings.ingest;

import io.tidings.ingest.http.Answer;
import io.tidings.ingest.http.HttpEdge;
import io.tidings.ingest.http.Problem;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Route;
import io.tidings.ingest.manage.Management;
import io.tidings.ingest.manage.ManualValidation;
import io.tidings.ingest.publish.Publishing;

/**
 * Which requests each listener answers. Endpoints open validation URLs, so these belong to the publishing one.
 *
 * @param separateManagement whether management has a listener of its own
 */
record Listeners(
        Publishing publishing,
        Management management,
        ManualValidation validation,
        ApiDescription description,
        boolean separateManagement) {
    HttpEdge.Answers handlers() {
        return new HttpEdge.Answers(this::onPublishing, this::onManagement);
    }

    private Answer onPublishing(Request request) {
        return switch (Route.of(request.path(), request.authority())) {
            case Route.Publish(var topic) -> publishing.respond(topic, request);
            case Route.PublishByHost(var label) -> publishing.respondByHost(label, request);
            case Route.Managed managed ->
                separateManagement
                        ? Answer.of(Problem.notFound("topics and subscriptions are not managed on this port; see the"
                                + " setting management.port"))
                        : management.respond(managed, request);
            case Route.Validate() -> validation.respond(request);
            case Route.Description() -> description.respond(request);
            case Route.Unknown() ->
                Answer.of(Problem.notFound("there is nothing at this path; publish to /topics/<topic>/api/events"));
        };
    }

    private Answer onManagement(Request request) {
        return switch (Route.of(request.path(), request.authority())) {
            case Route.Managed managed -> management.respond(managed, request);
            case Route.Description() -> description.respond(request);
            case Route.Publish _, Route.PublishByHost _, Route.Validate _, Route.Unknown _ ->
                Answer.of(Problem.notFound("this port is for the management of topics and subscriptions only"));
        };
    }
}
