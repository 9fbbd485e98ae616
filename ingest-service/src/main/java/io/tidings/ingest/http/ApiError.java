package io.tidings.ingest.http;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The error body of a response, worded like Event Grid's (reference §1.4). */
public record ApiError(int status, String message, List<Detail> details) {
    /**
     * @param code finer than the status
     * @param target the path of the member that is wrong; null if the error is about no member
     */
    public record Detail(String code, @Nullable String target, String message) {}

    public ApiError {
        details = List.copyOf(details);
    }

    public static ApiError of(int status, String code, String message) {
        return new ApiError(status, message, List.of(new Detail(code, null, message)));
    }

    public static ApiError notFound(String message) {
        return of(404, "ResourceNotFound", message);
    }

    public static ApiError conflict(String message) {
        return of(409, "Conflict", message);
    }

    public static ApiError unavailable(String message) {
        return of(503, "ServiceUnavailable", message);
    }

    public String code() {
        return switch (status) {
            case 400 -> "BadRequest";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 405 -> "MethodNotAllowed";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 412 -> "PreconditionFailed";
            case 413 -> "RequestEntityTooLarge";
            case 415 -> "UnsupportedMediaType";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            default -> status < 500 ? "BadRequest" : "InternalServerError";
        };
    }

    public String json() {
        var root = JsonNodeFactory.instance.objectNode();
        var error = root.putObject("error").put("code", code()).put("message", message);
        var array = error.putArray("details");
        for (var detail : details) {
            var json = array.addObject().put("code", detail.code());
            putIfAny(json, "target", detail.target());
            json.put("message", detail.message());
        }
        return root.toString();
    }
}
