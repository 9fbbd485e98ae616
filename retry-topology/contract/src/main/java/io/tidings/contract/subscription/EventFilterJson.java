package io.tidings.contract.subscription;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import java.util.List;
import java.util.Locale;

/** The filter of a subscription as JSON (B-MATCH-2, reference §4.4). */
public final class EventFilterJson {
    private EventFilterJson() {}

    public static EventFilter read(JsonObjectReader filter) {
        var types = filter.texts("includedEventTypes");
        boolean all =
                types.size() == 1 && types.getFirst().toLowerCase(Locale.ROOT).equals("all");
        var begin = filter.text("subjectBeginsWith");
        var end = filter.text("subjectEndsWith");
        boolean caseSensitive = filter.flag("isSubjectCaseSensitive");
        boolean onArrays = filter.flag("enableAdvancedFilteringOnArrays");
        var advanced = AdvancedFiltersJson.read(filter);
        filter.refuseOthers();
        return new EventFilter(
                all ? List.of() : types,
                begin == null ? "" : begin,
                end == null ? "" : end,
                caseSensitive,
                advanced,
                onArrays);
    }

    public static void write(EventFilter filter, ObjectNode json) {
        putIfAny(json, "includedEventTypes", filter.includedEventTypes());
        json.put("subjectBeginsWith", filter.subjectBeginsWith());
        json.put("subjectEndsWith", filter.subjectEndsWith());
        json.put("isSubjectCaseSensitive", filter.subjectCaseSensitive());
        json.put("enableAdvancedFilteringOnArrays", filter.advancedOnArrays());
        if (!filter.advanced().isEmpty()) {
            AdvancedFiltersJson.write(filter.advanced(), json.putArray(AdvancedFiltersJson.MEMBER));
        }
    }
}
