package io.tidings.runtime;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets the key that was unused for longest when it has too many. Not thread-safe. */
public final class RecentlyUsed<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    /** @param most keys */
    public RecentlyUsed(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
