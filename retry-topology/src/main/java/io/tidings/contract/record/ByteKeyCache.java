package io.tidings.contract.record;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What some bytes were read as, as long as no others have taken their place. Not thread-safe. */
final class ByteKeyCache<T> {
    private final @Nullable Entry<T>[] entries;

    @SuppressWarnings("ArrayRecordComponent") // compared by its content below, never as a record
    private record Entry<T>(byte[] key, T value) {}

    /** @param places a power of two */
    @SuppressWarnings("unchecked") // an array of a generic type
    ByteKeyCache(int places) {
        entries = (Entry<T>[]) new Entry<?>[places];
    }

    /** Null when nothing is remembered for these bytes. */
    @Nullable
    T get(byte[] key) {
        var entry = entries[slot(key)];
        return entry != null && Arrays.equals(entry.key(), key) ? entry.value() : null;
    }

    /** @return the value */
    T put(byte[] key, T value) {
        entries[slot(key)] = new Entry<>(key, value);
        return value;
    }

    private int slot(byte[] key) {
        int hash = Arrays.hashCode(key);
        return (hash ^ hash >>> 16) & (entries.length - 1);
    }
}
