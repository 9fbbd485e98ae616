package io.tidings.export.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.JsonText;
import io.tidings.contract.record.EventHeaders;
import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.BlobNames;
import io.tidings.runtime.kafka.KafkaFutures;
import java.io.ByteArrayOutputStream;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Publishes a {@code Microsoft.Storage.BlobCreated} event for each blob, as Azure's storage does (B-DLQ-7). Blobs of
 * the topic's own subscriptions are left out: their events would become dead letters, in blobs, again.
 *
 * @param events the Kafka topic of events
 * @param topic the Event Grid topic of these events
 */
public record BlobCreated(Producer<byte[], byte[]> producer, String events, String topic, InstantSource clock)
        implements BlobNotices {
    @Override
    public void written(BlobBatch batch, BlobNames names, String url, int bytes) {
        created(batch.subscription(), batch.destination().container(), names.of(batch), url, bytes);
    }

    @Override
    public void dropped(BlobBatch batch, BlobNames names, ExportDropReason reason) {
        // there is no blob
    }

    /** @param name path of the blob in its container */
    void created(SubscriptionKey of, String container, String name, String url, int bytes) {
        if (of.gets(topic)) {
            return;
        }
        var subject = "/blobServices/default/containers/" + container + "/blobs/" + name;
        var record = new ProducerRecord<>(
                events,
                null,
                subject.getBytes(UTF_8),
                event(subject, url, bytes),
                EventHeaders.of(topic, "application/json"));
        KafkaFutures.await(producer.send(record), "publishing the event for a blob");
    }

    private byte[] event(String subject, String url, int bytes) {
        var id = UUID.nameUUIDFromBytes(url.getBytes(UTF_8)).toString();
        var data = new LinkedHashMap<String, byte[]>();
        data.put("api", JsonText.quoted("PutBlob"));
        data.put("requestId", JsonText.quoted(id));
        data.put("contentType", JsonText.quoted("application/json"));
        data.put("contentLength", JsonText.number(bytes));
        data.put("blobType", JsonText.quoted("BlockBlob"));
        data.put("url", JsonText.quoted(url));
        data.put("sequencer", JsonText.quoted(id.replace("-", "")));
        var event = new LinkedHashMap<String, byte[]>();
        event.put("id", JsonText.quoted(id));
        event.put("subject", JsonText.quoted(subject));
        event.put("eventType", JsonText.quoted("Microsoft.Storage.BlobCreated"));
        event.put("eventTime", JsonText.quoted(clock.instant().toString()));
        event.put("data", object(data));
        event.put("dataVersion", JsonText.quoted(""));
        event.put("metadataVersion", JsonText.quoted("1"));
        return object(event);
    }

    private static byte[] object(Map<String, byte[]> members) {
        var object = new ByteArrayOutputStream();
        object.write('{');
        members.forEach((name, value) -> {
            if (object.size() > 1) {
                object.write(',');
            }
            object.writeBytes(JsonText.quoted(name));
            object.write(':');
            object.writeBytes(value);
        });
        object.write('}');
        return object.toByteArray();
    }
}
