package io.tidings.worker;

import io.tidings.worker.endpoint.DynamicValues;
import io.tidings.worker.lane.Lanes;
import io.tidings.worker.lane.Turn;
import io.tidings.worker.tier.Moment;
import java.util.ArrayList;
import java.util.List;

/** Finds what waits for the same subscription and fits into the same request; never waits for more (B-DEL-6). */
final class Grouping {
    private final Lanes<Ready> lanes;
    private final Gate gate;

    Grouping(Lanes<Ready> lanes, Gate gate) {
        this.lanes = lanes;
        this.gate = gate;
    }

    /** @return the first delivery of a turn and those that go with it */
    List<Ready> of(Turn<Ready> turn, Heads.Head head, DynamicValues values, Moment now) {
        var first = turn.first();
        if (head.batch().events() == 1) {
            return List.of(first);
        }
        var batch = new ArrayList<Ready>();
        batch.add(first);
        long bytes = first.event().length;
        while (true) {
            long before = bytes;
            var next = lanes.nextOf(
                    turn,
                    ready -> head.batch().takes(batch.size(), before, ready.event().length)
                            && ready.delivery().event().schema() == head.schema()
                            && head.request().valuesOf(ready.event()).equals(values));
            if (next == null) {
                return batch;
            }
            if (gate.sendable(next, now) != null) {
                batch.add(next);
                bytes += next.event().length;
            }
        }
    }
}
