package io.tidings.contract.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.time.Instant;

/**
 * A line of {@code exports}: the end of one dead letter. The exporter writes it at least once, and equal lines for the
 * same dead letter.
 *
 * @param deadLetter the record of the dead letter, which may have been appended again since it was decided
 * @param time when it was written or dropped
 */
public record ExportLine(LoggedDelivery delivery, EventSource deadLetter, Instant time, Ending ending) {
    /** The place where the dead letter is now. */
    public sealed interface Ending {
        /** @param path of the blob in its container */
        record Written(String account, String container, String path) implements Ending {}

        /** @param reason one of B-DLQ-5 */
        record Dropped(String reason) implements Ending {}
    }

    public byte[] json() {
        var json = JsonNodeFactory.instance.objectNode();
        delivery.write(json);
        json.put("deadLetter", deadLetter.toString()).put("time", time.toString());
        write(json);
        return json.toString().getBytes(UTF_8);
    }

    private void write(ObjectNode json) {
        switch (ending) {
            case Ending.Written(var account, var container, var path) ->
                json.put("account", account).put("container", container).put("path", path);
            case Ending.Dropped(var reason) -> json.put("dropped", reason);
        }
    }

    /** @throws IOException if the text is no such line */
    public static ExportLine read(byte[] text) throws IOException {
        var json = RecordJson.of(text);
        var reason = json.text("dropped");
        return new ExportLine(
                LoggedDelivery.read(json),
                json.parsed("deadLetter", EventSource::parse),
                json.time("time"),
                reason == null
                        ? new Ending.Written(
                                json.required("account"), json.required("container"), json.required("path"))
                        : new Ending.Dropped(reason));
    }
}
