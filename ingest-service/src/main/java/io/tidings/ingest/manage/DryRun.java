package io.tidings.ingest.manage;

import io.tidings.contract.json.Violation;
import io.tidings.ingest.http.Request;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The query parameter {@code dryRun} of a PUT or PATCH, which then writes nothing. Pure. */
final class DryRun {
    private static final String NAME = "dryRun";
    private static final String YES = "true";
    private static final String NO = "false";

    private DryRun() {}

    static boolean asked(Request request) {
        return value(request).filter(YES::equalsIgnoreCase).isPresent();
    }

    /** Returns what is wrong with a request that its sender may take for a dry run, although it would write. */
    static Optional<List<Violation>> refusal(Request request) {
        var value = value(request);
        if (value.isEmpty() || request.method().equals("GET")) {
            return Optional.empty();
        }
        if (!request.method().equals("PUT") && !request.method().equals("PATCH")) {
            return refused("is for PUT and PATCH of topics and subscriptions only; nothing was changed");
        }
        return Stream.of(YES, NO).anyMatch(value.get()::equalsIgnoreCase)
                ? Optional.empty()
                : refused("must be true or false; nothing was changed");
    }

    private static Optional<List<Violation>> refused(String rule) {
        return Optional.of(List.of(new Violation(NAME, rule)));
    }

    /** Returns an empty text for a parameter without a value. */
    private static Optional<String> value(Request request) {
        return Stream.of(request.query().split("&", -1))
                .map(pair -> pair.split("=", 2))
                .filter(pair -> pair[0].equalsIgnoreCase(NAME))
                .map(pair -> pair.length == 2 ? pair[1] : "")
                .findFirst();
    }
}
