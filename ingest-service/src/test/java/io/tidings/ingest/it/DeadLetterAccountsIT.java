package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.Topics;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-DLQ-1: the response warns about an account without a storage. */
class DeadLetterAccountsIT {
    private static final String URL = "https://e.example/hook";

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(
                new Topics("dead-letter-accounts."),
                Map.of("deadletter.accounts", "archive,backup", "webhook.validation", "false"));
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void anAccountWithoutAStorageIsWarnedOfUntilTheSubscriptionNamesAnother() {
        var path = "/topics/orders/eventSubscriptions/billing";
        var created = ingest.manage("PUT", path, subscription("archvie"));
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(warnings(json(created)))
                .hasSize(1)
                .first()
                .extracting(JsonNode::textValue)
                .asString()
                .contains("the storage account archvie", "one of archive, backup", "deadletter.storage.archvie");
        var shown = json(ingest.manage("GET", path, ""));
        assertThat(warnings(shown)).isEqualTo(warnings(json(created)));

        ((ObjectNode) shown.at("/properties/destination/properties")).put("endpointUrl", URL);
        var again = ingest.manage("PUT", path, shown.toString());
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(warnings(json(again))).hasSize(1);

        var corrected = ingest.manage("PUT", path, subscription("archive"));
        assertThat(corrected.statusCode()).isEqualTo(200);
        assertThat(warnings(json(corrected)).isMissingNode()).isTrue();
    }

    private static JsonNode warnings(JsonNode subscription) {
        return subscription.at("/properties/warnings");
    }

    private static String subscription(String account) {
        return """
            {"properties":{
              "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}},
              "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
                "resourceId":"/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/%s",
                "blobContainerName":"dead"}}}}\
            """.formatted(URL, account);
    }
}
