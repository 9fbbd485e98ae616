package io.tidings.ingest.manage;

import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a change on the version that it finds (RFC 9110, 13.1). Pure.
 *
 * @param ifMatch versions of which it must be one; {@code *} for any
 * @param ifNoneMatch versions of which it must be none; {@code *} for any
 */
record Preconditions(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    private static final String ANY = "*";

    static Preconditions of(Request request) {
        return new Preconditions(
                request.header("if-match").orElse(null),
                request.header("if-none-match").orElse(null));
    }

    /** @param current empty if the resource does not exist */
    Optional<ApiError> brokenBy(Optional<EntityTag> current) {
        if (ifMatch != null && current.filter(tag -> names(ifMatch, tag)).isEmpty()) {
            return Optional.of(failed(current.map(tag -> "its ETag is " + tag.quoted()
                            + " now, which If-Match does not name; GET it and repeat the change on that version")
                    .orElse("it does not exist, so no If-Match can name it; leave that out to create it")));
        }
        if (ifNoneMatch != null
                && current.filter(tag -> names(ifNoneMatch, tag)).isPresent()) {
            return Optional.of(failed("it exists already, which If-None-Match rules out; leave that out to change it"));
        }
        return Optional.empty();
    }

    /** Lenient: some clients omit the quotes, or call a tag weak. */
    private static boolean names(String header, EntityTag tag) {
        return Stream.of(header.split(",", -1))
                .map(String::strip)
                .map(each -> each.startsWith("W/") ? each.substring(2) : each)
                .anyMatch(each -> each.equals(ANY) || each.equals(tag.quoted()) || each.equals(tag.text()));
    }

    private static ApiError failed(String message) {
        return ApiError.of(412, "PreconditionFailed", message);
    }
}
