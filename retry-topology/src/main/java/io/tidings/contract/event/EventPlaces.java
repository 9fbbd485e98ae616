package io.tidings.contract.event;

import java.util.HashMap;
import java.util.Map;

/** The top-level members of an event as filters name them (reference §4.4). */
final class EventPlaces {
    private EventPlaces() {}

    /** By name, in any case; values are read when they are asked for. */
    static Map<String, JsonPlace> of(Event event, JsonMembers members) {
        var places = new HashMap<String, JsonPlace>();
        for (var member : members.all()) {
            places.putIfAbsent(AnyCase.of(member.name()), members.value(member));
        }
        switch (event.schema()) {
            case EVENT_GRID -> {
                places.put("topic", JsonPlace.ofText(event.source()));
                places.put("dataversion", JsonPlace.ofText(event.dataVersion()));
                places.put("metadataversion", JsonPlace.ofText("1"));
            }
            case CLOUD_EVENTS -> {}
            case CUSTOM -> addMapped(event, members, places);
        }
        return places;
    }

    /** What the event says itself comes first; then what it is mapped to, as an Event Grid event would have it. */
    private static void addMapped(Event event, JsonMembers members, Map<String, JsonPlace> places) {
        places.putIfAbsent("id", JsonPlace.ofText(event.id()));
        places.putIfAbsent("topic", JsonPlace.ofText(event.source()));
        places.putIfAbsent("eventtype", JsonPlace.ofText(event.type()));
        places.putIfAbsent("eventtime", JsonPlace.ofText(event.time()));
        places.putIfAbsent("subject", JsonPlace.ofText(event.subject()));
        places.putIfAbsent("dataversion", JsonPlace.ofText(event.dataVersion()));
        places.putIfAbsent("data", members.value());
    }
}
