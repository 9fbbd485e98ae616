package io.tidings.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.ProvisioningState;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records of the subscriptions table: written by ingest, invalid, or deleted. */
public final class SubscriptionRecords {
    /** A property of one that keeps its dead letters. */
    public static final String DEAD_LETTERS = """
        ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":\
        {"resourceId":"/a/storageAccounts/local","blobContainerName":"dead"}}\
        """;

    private SubscriptionRecords() {}

    /**
     * One whose endpoint has agreed.
     *
     * @param members of the webhook's properties besides its URL, each with a comma before it
     * @param properties of the subscription besides its destination, each with a comma before it
     */
    public static ProducerRecord<byte[], byte[]> succeeded(
            String table, SubscriptionKey key, String uid, String url, String members, String properties) {
        var destination = """
            {"endpointType":"WebHook","properties":{"endpointUrl":"%s"%s}}\
            """.formatted(url, members);
        return succeeded(table, key, uid, destination, properties);
    }

    /** @param destination as JSON */
    public static ProducerRecord<byte[], byte[]> succeeded(
            String table, SubscriptionKey key, String uid, String destination, String properties) {
        return succeeded(table, key, uid, "\"destination\":" + destination + properties);
    }

    /** @param properties all of them, as members */
    public static ProducerRecord<byte[], byte[]> succeeded(
            String table, SubscriptionKey key, String uid, String properties) {
        var json = "{\"properties\":{" + properties + "}}";
        var record = new ProducerRecord<>(table, key.bytes(), json.getBytes(UTF_8));
        record.headers().add(HeaderNames.SUBSCRIPTION_UID, uid.getBytes(UTF_8));
        record.headers()
                .add(
                        HeaderNames.PROVISIONING_STATE,
                        ProvisioningState.SUCCEEDED.wireName().getBytes(UTF_8));
        return record;
    }

    /** One that is no subscription. */
    public static ProducerRecord<byte[], byte[]> illegible(String table, SubscriptionKey key) {
        return new ProducerRecord<>(table, key.bytes(), "{\"properties\":{}}".getBytes(UTF_8));
    }

    public static ProducerRecord<byte[], byte[]> deleted(String table, SubscriptionKey key) {
        return new ProducerRecord<>(table, key.bytes(), null);
    }
}
