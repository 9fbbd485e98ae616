package io.tidings.ingest.http;

import io.tidings.contract.json.Violation;
import java.util.List;
import java.util.function.Function;

public final class RequestBodies {
    private static final String INVALID = "InvalidResource";

    private RequestBodies() {}

    public static Response read(Request request, Function<byte[], Response> use) {
        return switch (request.body().get()) {
            case Body.Whole(var bytes) -> use.apply(bytes);
            case Body.Malformed(var error) -> Response.of(error);
            case Body.TooLarge() ->
                Response.of(ApiError.of(
                        413, "PayloadTooLarge", "the body is too large for a resource; send less than 1 MiB"));
        };
    }

    public static Response invalid(List<Violation> violations) {
        var details = violations.stream().map(RequestBodies::detail).toList();
        var message = details.size() == 1
                ? details.getFirst().message()
                : details.size() + " rules are broken, see details; the first: "
                        + details.getFirst().message();
        return Response.of(new ApiError(400, message, details));
    }

    private static ApiError.Detail detail(Violation violation) {
        boolean whole = violation.path().equals(Violation.WHOLE);
        return new ApiError.Detail(INVALID, whole ? null : violation.path(), violation.toString());
    }
}
