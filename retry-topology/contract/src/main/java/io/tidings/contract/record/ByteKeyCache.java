package io.tidings.contract.record;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A cache of values by the bytes they were read from, with one entry per slot. Not thread-safe. */
final class ByteKeyCache<T> {
    private final @Nullable Entry<T>[] entries;

    @SuppressWarnings("ArrayRecordComponent") // compared by its content below, never as a record
    private record Entry<T>(byte[] key, T value) {}

    /** @param slots a power of two */
    @SuppressWarnings("unchecked") // an array of a generic type
    ByteKeyCache(int slots) {
        entries = (Entry<T>[]) new Entry<?>[slots];
    }

    @Nullable
    T get(byte[] key) {
        var entry = entries[slot(key)];
        return entry != null && Arrays.equals(entry.key(), key) ? entry.value() : null;
    }

    T put(byte[] key, T value) {
        entries[slot(key)] = new Entry<>(key, value);
        return value;
    }

    private int slot(byte[] key) {
        int hash = Arrays.hashCode(key);
        return (hash ^ hash >>> 16) & (entries.length - 1);
    }
}
