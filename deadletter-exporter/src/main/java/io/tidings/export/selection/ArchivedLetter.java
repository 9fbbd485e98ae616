package io.tidings.export.selection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderTime;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.job.JobSelection;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.record.DeadLetterRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A record of a blob (B-DLQ-3). It does not say in which schema the event was delivered: an event of its own shape looks
 * like an Event Grid event there, so it is one if the subscription gets such events now.
 */
public final class ArchivedLetter {
    private final JsonObjectView record;
    private final EventSchema schema;

    private ArchivedLetter(JsonObjectView record, EventSchema schema) {
        this.record = record;
        this.schema = schema;
    }

    /** @param now the schema of the subscription's deliveries */
    public static ArchivedLetter of(JsonObjectView record, EventSchema now) {
        if (record.has("specversion")) {
            return new ArchivedLetter(record, EventSchema.CLOUD_EVENTS);
        }
        return new ArchivedLetter(record, now == EventSchema.CUSTOM ? EventSchema.CUSTOM : EventSchema.EVENT_GRID);
    }

    public String eventId() throws IOException {
        return required("id");
    }

    public String reason() throws IOException {
        return required(added("deadLetterReason"));
    }

    /** Returns the subscription that it was given up for; null in a blob of an earlier release. */
    @Nullable
    String owner() {
        return scalar(added(DeadLetterRecord.OWNER));
    }

    /**
     * Returns how often the event was brought back; null if never, or in a blob of an earlier release. A mark from
     * before the publication is one that the event was published with.
     */
    public @Nullable Redriven redriven() throws IOException {
        var text = scalar(added(DeadLetterRecord.REDRIVEN));
        var mark = text == null ? null : Redriven.parse(text).orElse(null);
        return mark == null || mark.last().isBefore(published()) ? null : mark;
    }

    /** Returns null if no attempt had a status. */
    public @Nullable Integer lastStatus() throws IOException {
        var text = scalar(added("lastHttpStatusCode"));
        try {
            return text == null ? null : Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new IOException("the status \"" + text + "\" is no number", e);
        }
    }

    public Instant published() throws IOException {
        return instant(required(added("publishTime")));
    }

    /** The last attempt, or the publication if there was none. */
    public Instant time() throws IOException {
        var last = scalar(added("lastDeliveryAttemptTime"));
        return last == null ? published() : instant(last);
    }

    private static Instant instant(String text) throws IOException {
        return HeaderTime.parsed(text).orElseThrow(() -> new IOException("\"" + text + "\" is no time"));
    }

    /** The folder that the record is in says when it was given up, to the hour. */
    public boolean selectedBy(JobSelection select) throws IOException {
        return time().isBefore(select.to())
                && select.hasId(eventId())
                && select.hasReason(reason())
                && select.hasStatus(lastStatus());
    }

    /** The event as it was delivered. */
    public byte[] json() throws IOException {
        return DeadLetterRecord.event(schema, record.json());
    }

    public DeliveredEvent event(EventSource source, Instant published) throws IOException {
        var dataVersion = scalar("dataVersion");
        return new DeliveredEvent(
                schema,
                eventId(),
                schema == EventSchema.EVENT_GRID ? dataVersion == null ? "" : dataVersion : null,
                published,
                source,
                null,
                schema == EventSchema.CUSTOM ? new String(DeadLetterRecord.envelope(record.json()), UTF_8) : null);
    }

    private String added(String name) {
        return schema == EventSchema.CLOUD_EVENTS ? name.toLowerCase(Locale.ROOT) : name;
    }

    private String required(String name) throws IOException {
        var text = scalar(name);
        if (text == null) {
            throw new IOException("the record has no " + name);
        }
        return text;
    }

    private @Nullable String scalar(String name) {
        var member = record.get(name);
        return member == null || member.isNull() ? null : record.scalar(member);
    }
}
