package io.tidings.contract.event;

import io.tidings.contract.json.AnyCase;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.JsonValueView;
import java.util.HashMap;
import java.util.Map;

/** The top-level members of an event as filters name them (reference §4.4). */
final class FieldLookup {
    private FieldLookup() {}

    /** By name, in any case; values are read when they are asked for. */
    static Map<String, JsonValueView> of(Event event, JsonObjectView object) {
        var places = new HashMap<String, JsonValueView>();
        for (var member : object.all()) {
            places.putIfAbsent(AnyCase.of(member.name()), object.value(member));
        }
        switch (event.schema()) {
            case EVENT_GRID -> {
                places.put("topic", JsonValueView.ofText(event.source()));
                places.put("dataversion", JsonValueView.ofText(event.dataVersion()));
                places.put("metadataversion", JsonValueView.ofText("1"));
            }
            case CLOUD_EVENTS -> {}
            case CUSTOM -> addMapped(event, object, places);
        }
        return places;
    }

    /** What the event says itself comes first; then what it is mapped to, as an Event Grid event would have it. */
    private static void addMapped(Event event, JsonObjectView object, Map<String, JsonValueView> places) {
        places.putIfAbsent("id", JsonValueView.ofText(event.id()));
        places.putIfAbsent("topic", JsonValueView.ofText(event.source()));
        places.putIfAbsent("eventtype", JsonValueView.ofText(event.type()));
        places.putIfAbsent("eventtime", JsonValueView.ofText(event.time()));
        places.putIfAbsent("subject", JsonValueView.ofText(event.subject()));
        places.putIfAbsent("dataversion", JsonValueView.ofText(event.dataVersion()));
        places.putIfAbsent("data", object.value());
    }
}
