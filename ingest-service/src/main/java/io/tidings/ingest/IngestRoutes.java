package io.tidings.ingest;

import io.tidings.ingest.console.ConsoleFiles;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.http.Route;
import io.tidings.ingest.manage.ArmApi;
import io.tidings.ingest.manage.ManagementApi;
import io.tidings.ingest.manage.ManualValidationApi;
import io.tidings.ingest.publish.PublishApi;
import io.tidings.ingest.server.IngestServer;

/**
 * Routes the requests of each listener. Endpoints open validation URLs, so these belong to the publishing listener.
 *
 * @param separateManagement whether management has a listener of its own
 */
record IngestRoutes(
        PublishApi publishing,
        ManagementApi management,
        ArmApi azure,
        ManualValidationApi validation,
        ApiDescription description,
        ConsoleFiles console,
        boolean separateManagement) {
    IngestServer.Handlers handlers() {
        return new IngestServer.Handlers(this::onPublishing, this::onManagement);
    }

    private Response onPublishing(Request request) {
        return switch (Route.of(request.path(), request.authority())) {
            case Route.Publish(var topic) -> publishing.respond(topic, request);
            case Route.PublishByHost(var label) -> publishing.respondByHost(label, request);
            case Route.Managed managed -> separateManagement ? notManaged() : management.respond(managed, request);
            case Route.Azure() -> separateManagement ? notManaged() : azure.respond(request);
            case Route.Console(var file) ->
                separateManagement
                        ? Response.of(ApiError.notFound(
                                "the console is not on this port; see the setting" + " management.port"))
                        : console.respond(file, request);
            case Route.Validate() -> validation.respond(request);
            case Route.Description() -> description.respond(request);
            case Route.Unknown() ->
                Response.of(ApiError.notFound("there is nothing at this path; publish to /topics/<topic>/api/events"));
        };
    }

    private static Response notManaged() {
        return Response.of(ApiError.notFound(
                "topics and subscriptions are not managed on this port; see the setting management.port"));
    }

    private Response onManagement(Request request) {
        return switch (Route.of(request.path(), request.authority())) {
            case Route.Managed managed -> management.respond(managed, request);
            case Route.Azure() -> azure.respond(request);
            case Route.Console(var file) -> console.respond(file, request);
            case Route.Description() -> description.respond(request);
            case Route.Publish _, Route.PublishByHost _, Route.Validate _, Route.Unknown _ ->
                Response.of(ApiError.notFound("this port is for the management of topics and subscriptions only"));
        };
    }
}
