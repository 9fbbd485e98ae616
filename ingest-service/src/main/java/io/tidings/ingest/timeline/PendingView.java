package io.tidings.ingest.timeline;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.RetryTier;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The deliveries that wait as JSON. Pure. */
public final class PendingView {
    public static final String TIERS = "tiers";

    private PendingView() {}

    /**
     * @param total all that wait
     * @param byTier those of them that wait after an attempt that was logged
     */
    public static ObjectNode of(long total, Map<String, Waiting> byTier) {
        var json = JsonNodeFactory.instance.objectNode().put("total", total);
        var tiers = json.putArray(TIERS);
        ordered(byTier).forEach(tier -> {
            var waiting = byTier.get(tier);
            if (waiting != null) {
                tiers.addObject()
                        .put("tier", tier)
                        .put("count", waiting.count())
                        .put("oldest", waiting.oldest().toString())
                        .put("nextDue", waiting.nextDue().toString());
            }
        });
        return json;
    }

    /** Waits that are shorter than any tier come first. */
    private static List<String> ordered(Map<String, Waiting> byTier) {
        var all = new ArrayList<String>();
        for (var tier : RetryTier.values()) {
            all.add(tier.label());
        }
        byTier.keySet().stream().filter(each -> !all.contains(each)).sorted().forEach(all::addFirst);
        return all;
    }
}
