package io.tidings.export.source;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** Several sources, one after the other. Each is opened when its turn has come. */
final class ChainedItems implements JobItems {
    private final Deque<Supplier<JobItems>> later;
    private JobItems items;

    /** @param sources at least one */
    ChainedItems(Collection<Supplier<JobItems>> sources) {
        later = new ArrayDeque<>(sources);
        items = later.remove().get();
    }

    @Override
    public boolean finished() {
        return items.finished() && later.isEmpty();
    }

    @Override
    public List<JobItem> poll(Duration patience) {
        if (items.finished() && !later.isEmpty()) {
            var next = later.remove().get();
            items.close();
            items = next;
        }
        return items.poll(patience);
    }

    @Override
    public boolean waiting() {
        return items.waiting();
    }

    @Override
    public boolean oneByOne() {
        return items.oneByOne();
    }

    @Override
    public void close() {
        items.close();
    }
}
