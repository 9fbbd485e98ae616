package io.tidings.ingest.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.Request;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The audit records that a request asks for. Pure; null members select everything.
 *
 * @param resource whose own records and those of what it contains are wanted
 * @param to exclusive
 * @param before an offset, exclusive
 * @param top the most records of a page
 */
record AuditSelection(
        @Nullable String who,
        @Nullable String action,
        @Nullable String resource,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Long before,
        int top) {
    private static final String SKIP_TOKEN = "$skiptoken";
    private static final int USUAL_TOP = 100;
    private static final int MOST = 1000;

    static Validated<AuditSelection> read(Request request) {
        var violations = new ArrayList<Violation>();
        var token = Listing.text(request, SKIP_TOKEN);
        if (token != null && !token.matches("\\d{1,18}")) {
            violations.add(new Violation(SKIP_TOKEN, "must be that of a nextLink"));
            token = null;
        }
        var resource = Listing.text(request, "resource");
        var selection = new AuditSelection(
                Listing.text(request, "who"),
                Listing.text(request, "action"),
                resource == null ? null : resource.replaceFirst("^/", ""),
                Listing.time(request, "from", violations),
                Listing.time(request, "to", violations),
                token == null ? null : Long.valueOf(token),
                Listing.top(request, USUAL_TOP, MOST, violations));
        return violations.isEmpty() ? new Validated.Valid<>(selection) : new Validated.Invalid<>(violations);
    }

    /** @param key of a record of the audit log, the path of a resource */
    boolean wants(String key) {
        return resource == null || key.equals(resource) || key.startsWith(resource + "/");
    }

    boolean wants(JsonNode record) {
        return (who == null || who.equals(record.path("who").textValue()))
                && (action == null
                        || action.equalsIgnoreCase(record.path("action").textValue()))
                && isInTime(record.path("time").asText());
    }

    private boolean isInTime(String text) {
        try {
            var time = Instant.parse(text);
            return (from == null || !time.isBefore(from)) && (to == null || time.isBefore(to));
        } catch (DateTimeException _) {
            return false; // no record of ours
        }
    }
}
