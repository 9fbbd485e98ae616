package io.tidings.ingest.manage;

import io.tidings.contract.resource.Violation;
import io.tidings.ingest.http.Answer;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Problem;
import io.tidings.ingest.http.Request;
import java.util.List;
import java.util.function.Function;

/** Bodies of management requests, and what is said about those that break rules. */
final class Bodies {
    static final String INVALID = "InvalidResource";

    private Bodies() {}

    static Answer read(Request request, Function<byte[], Answer> use) {
        return switch (request.body().get()) {
            case Body.Whole(var bytes) -> use.apply(bytes);
            case Body.Illegible(var problem) -> Answer.of(problem);
            case Body.TooLarge() ->
                Answer.of(Problem.of(413, "PayloadTooLarge", "no resource is that large; send less than 1 MiB"));
        };
    }

    /** All violations at once, each with its path. */
    static Answer invalid(List<Violation> violations) {
        var details = violations.stream()
                .map(violation -> new Problem.Detail(INVALID, violation.toString()))
                .toList();
        var message = details.size() == 1
                ? details.getFirst().message()
                : details.size() + " rules are broken, see details; the first: "
                        + details.getFirst().message();
        return Answer.of(new Problem(400, message, details));
    }
}
