package io.tidings.ingest.audit;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The key and the value of a change in the audit log. Pure. */
record AuditRecord(String key, ObjectNode value) {
    /** A record of Kafka has at most a MiB more. */
    static final int MAX_BYTES = 1024 * 1024;

    /** Who has made what no request asked for. */
    private static final String TIDINGS = "tidings";

    static AuditRecord of(ManagedRequest request, Change change) {
        return of(change, request.principal().name(), request.request().remoteAddress(), request.id());
    }

    /** A change that Tidings itself has made. */
    static AuditRecord of(Change change) {
        return of(change, TIDINGS, null, null);
    }

    private static AuditRecord of(Change change, String who, @Nullable String from, @Nullable String requestId) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("time", change.time().toString())
                .put("who", who);
        putIfAny(json, "from", from);
        putIfAny(json, "requestId", requestId);
        json.put("action", change.action()).put("resource", change.resource());
        putUnless(json, "confirmed", change.confirmed(), true);
        putIfAny(json, "before", change.before());
        putIfAny(json, "after", change.after());
        return new AuditRecord(change.resource(), json);
    }

    /** Leaves out the resource if it is too large for a record. */
    byte[] bytes() {
        var whole = value.toString().getBytes(UTF_8);
        if (whole.length <= MAX_BYTES) {
            return whole;
        }
        var rest = value.deepCopy();
        rest.remove("before");
        rest.remove("after");
        return rest.put("omitted", "before and after, which have " + whole.length + " bytes")
                .toString()
                .getBytes(UTF_8);
    }
}
