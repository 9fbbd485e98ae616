package io.tidings.timeline;

import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store that counts the values that are read. */
final class CountedReads implements ReadOnlyKeyValueStore<Bytes, byte[]> {
    private final ReadOnlyKeyValueStore<Bytes, byte[]> store;
    private long reads;

    CountedReads(ReadOnlyKeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    long reads() {
        return reads;
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        reads++;
        return store.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        return counted(store.range(from, to));
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(P prefix, S serializer) {
        return counted(store.prefixScan(prefix, serializer));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return counted(store.all());
    }

    @Override
    public long approximateNumEntries() {
        return store.approximateNumEntries();
    }

    private KeyValueIterator<Bytes, byte[]> counted(KeyValueIterator<Bytes, byte[]> all) {
        return new KeyValueIterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public KeyValue<Bytes, byte[]> next() {
                reads++;
                return all.next();
            }

            @Override
            public Bytes peekNextKey() {
                return all.peekNextKey();
            }

            @Override
            public void close() {
                all.close();
            }
        };
    }
}
