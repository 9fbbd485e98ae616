import com.azure.core.credential.AzureKeyCredential;
import com.azure.core.credential.AzureSasCredential;
import com.azure.core.util.BinaryData;
import com.azure.messaging.eventgrid.EventGridEvent;
import com.azure.messaging.eventgrid.EventGridPublisherClient;
import com.azure.messaging.eventgrid.EventGridPublisherClientBuilder;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;

/** Publishes one event. */
class Publish {
    public static void main(String[] args) {
        var endpoint = System.getenv("ENDPOINT");
        // Over https, new AzureKeyCredential(key) alone is enough; this client sends no key without TLS.
        var signature = EventGridPublisherClient.generateSas(
                endpoint,
                new AzureKeyCredential(System.getenv("KEY")),
                OffsetDateTime.now(ZoneOffset.UTC).plusHours(1));
        var client = new EventGridPublisherClientBuilder()
                .endpoint(endpoint)
                .credential(new AzureSasCredential(signature))
                .buildEventGridEventPublisherClient();
        client.sendEvent(
                new EventGridEvent("/orders/1", "Order.Placed", BinaryData.fromObject(Map.of("amount", 42)), "1.0"));
        System.out.println("published");
    }
}
