package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ProvisioningState;
import java.util.List;

/**
 * Resources as Azure's clients expect them: with the ids that the request names them by, and with the error that ends
 * their wait for a resource. Pure.
 *
 * @param group the resource group of ids if the path names none
 */
record ArmView(ArmPath path, String group) {
    private static final String ID = "id";
    private static final String PROPERTIES = "properties";

    /** @param body of a response of management; changed in place */
    void shape(ObjectNode body) {
        body.path("value").forEach(each -> {
            if (each instanceof ObjectNode resource) {
                shapeResource(resource);
            }
        });
        shapeResource(body);
    }

    private void shapeResource(ObjectNode resource) {
        var name = resource.path("name").asText();
        switch (resource.path("type").asText()) {
            case ResourceView.TOPIC_TYPE -> resource.put(ID, path.idOf("/topics/" + name, group));
            case ResourceView.DOMAIN_TYPE, ResourceView.DOMAIN_TOPIC_TYPE ->
                resource.put(ID, path.idOf(resource.path(ID).asText(), group));
            case ResourceView.SUBSCRIPTION_TYPE -> shapeSubscription(resource, name);
            default -> {} // keys, a URL or attributes
        }
    }

    private void shapeSubscription(ObjectNode resource, String name) {
        if (!(resource.path(PROPERTIES) instanceof ObjectNode properties)) {
            return;
        }
        var id = properties.path("topic").asText();
        var topic = path.idOf(id, group);
        var extended = path.extension() ? "/providers/Microsoft.EventGrid" : "";
        resource.put(ID, topic + extended + "/eventSubscriptions/" + name);
        properties.put("topic", topic);
        SubscriptionJson.IDENTITIES.forEach((identity, member) -> {
            if (properties.get(identity) instanceof ObjectNode holder && properties.has(member)) {
                holder.set(member, properties.remove(member));
            }
        });
        if (isIn(properties, ProvisioningState.FAILED)) {
            resource.putObject("error")
                    .put("code", "EndpointValidationFailed")
                    .put("message", properties.path("provisioningError").asText());
        }
    }

    /** @param ignored the paths of members that had no effect */
    static void warn(ObjectNode resource, List<String> ignored) {
        if (!ignored.isEmpty() && resource.path(PROPERTIES) instanceof ObjectNode properties) {
            var warnings = properties.withArray("warnings");
            ignored.forEach(path -> warnings.add(path + " is not a known member, and was ignored"));
        }
    }

    /** Returns whether clients ask again until the resource has reached another state. */
    static boolean pending(ObjectNode body) {
        return body.path(PROPERTIES) instanceof ObjectNode properties
                && properties.has("provisioningState")
                && !isIn(properties, ProvisioningState.SUCCEEDED)
                && !isIn(properties, ProvisioningState.FAILED);
    }

    private static boolean isIn(ObjectNode properties, ProvisioningState state) {
        return properties.path("provisioningState").asText().equals(state.wireName());
    }
}
