package io.tidings.ingest.audit;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The key and the value of a change in the audit log. Pure. */
record AuditRecord(String key, ObjectNode value) {
    /** A record of Kafka has at most a MiB more. */
    static final int MAX_BYTES = 1024 * 1024;

    static AuditRecord of(ManagedRequest request, Change change) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("time", change.time().toString())
                .put("who", request.principal().name())
                .put("from", request.request().remoteAddress())
                .put("requestId", request.id())
                .put("action", change.action())
                .put("resource", change.resource());
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
