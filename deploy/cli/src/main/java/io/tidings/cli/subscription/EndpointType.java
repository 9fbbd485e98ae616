package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.session.Members;

/** The kinds of destinations, by the names of Azure's command line. */
enum EndpointType {
    webhook("WebHook", "endpointUrl"),
    eventhub("EventHub", "resourceId");

    private final String wireName;
    private final String member;

    EndpointType(String wireName, String member) {
        this.wireName = wireName;
        this.member = member;
    }

    /** Makes it the type of a destination, and adds its URL or resource id. */
    void addTo(ObjectNode properties, String endpoint) {
        Members.put(properties, "destination.properties." + member, endpoint);
        setIn(properties);
    }

    /** Makes it the type of a destination, if there is one. */
    void setIn(ObjectNode properties) {
        if (properties.get("destination") instanceof ObjectNode destination) {
            destination.put("endpointType", wireName);
        }
    }
}
