package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.terminal.CommandFailure;
import java.util.regex.Pattern;

/** {@code --deadletter-endpoint}: an Azure resource id, or the account and the container alone. Pure. */
final class DeadLetterArgument {
    private static final Pattern RESOURCE_ID =
            Pattern.compile("(/.+)/blobServices/default/containers/([^/]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern SHORT = Pattern.compile("([A-Za-z0-9]+)/([^/]+)");
    private static final String ACCOUNT =
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/Microsoft.Storage"
                    + "/storageAccounts/";

    private DeadLetterArgument() {}

    static ObjectNode json(String text) {
        var id = RESOURCE_ID.matcher(text);
        if (id.matches()) {
            return json(id.group(1), id.group(2));
        }
        var brief = SHORT.matcher(text);
        if (brief.matches()) {
            return json(ACCOUNT + brief.group(1), brief.group(2));
        }
        throw CommandFailure.usage("--deadletter-endpoint is ACCOUNT/CONTAINER or a resource id that ends in"
                + " /blobServices/default/containers/CONTAINER, and not: " + text);
    }

    private static ObjectNode json(String resourceId, String container) {
        var destination = JsonNodeFactory.instance.objectNode().put("endpointType", "StorageBlob");
        destination.putObject("properties").put("resourceId", resourceId).put("blobContainerName", container);
        return destination;
    }
}
