package io.tidings.contract.event;

import io.tidings.contract.json.AnyCase;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.JsonValueView;
import java.util.HashMap;
import java.util.Map;

/** The top-level members of an event as filters name them (reference §4.4). */
final class FieldLookup {
    private FieldLookup() {}

    /** Returns the members by lower-case name; values are read on demand. */
    static Map<String, JsonValueView> of(Event event, JsonObjectView object) {
        var members = new HashMap<String, JsonValueView>();
        for (var member : object.all()) {
            members.putIfAbsent(AnyCase.of(member.name()), object.value(member));
        }
        switch (event.schema()) {
            case EVENT_GRID -> {
                members.put("topic", JsonValueView.ofText(event.source()));
                members.put("dataversion", JsonValueView.ofText(event.dataVersion()));
                members.put("metadataversion", JsonValueView.ofText("1"));
            }
            case CLOUD_EVENTS -> {}
            case CUSTOM -> addMapped(event, object, members);
        }
        return members;
    }

    /** The event's own members come first, then the mapped ones, by their Event Grid names. */
    private static void addMapped(Event event, JsonObjectView object, Map<String, JsonValueView> members) {
        members.putIfAbsent("id", JsonValueView.ofText(event.id()));
        members.putIfAbsent("topic", JsonValueView.ofText(event.source()));
        members.putIfAbsent("eventtype", JsonValueView.ofText(event.type()));
        members.putIfAbsent("eventtime", JsonValueView.ofText(event.time()));
        members.putIfAbsent("subject", JsonValueView.ofText(event.subject()));
        members.putIfAbsent("dataversion", JsonValueView.ofText(event.dataVersion()));
        members.putIfAbsent("data", object.value());
    }
}
