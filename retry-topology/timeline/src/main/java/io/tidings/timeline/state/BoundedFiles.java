package io.tidings.timeline.state;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompactionOptionsFIFO;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;

/**
 * Bounds the files and the memory of one store. The files of entries and of minutes are written once, and the oldest
 * are deleted when they are too old or all are too large; RocksDB calls that FIFO. Kafka Streams makes one for each
 * store.
 */
public final class BoundedFiles implements RocksDBConfigSetter {
    /** The beginning of a setting, before the name of the store. Other stores are not bounded. */
    static final String BYTES = "tidings.timeline.bytes.";

    static final String RETENTION_SECONDS = "tidings.timeline.retention.seconds.";

    private static final long MEGABYTE = 1024L * 1024;
    private static final long SMALLEST_BUFFER = 64 * 1024;
    private static final long LARGEST_BUFFER = 8 * MEGABYTE;

    /** The number of files that a store has when there is no more space; the oldest one is deleted. */
    private static final int FILES = 16;

    private @Nullable LRUCache cache;
    private @Nullable CompactionOptionsFIFO fifo;

    @Override
    public void setConfig(String store, Options options, Map<String, Object> settings) {
        cache = new LRUCache((store.equals(TimelineStores.ENTRIES) ? 8 : 2) * MEGABYTE);
        var table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(cache);
        options.setTableFormatConfig(table);
        options.setCompressionType(CompressionType.LZ4_COMPRESSION);
        options.setMaxWriteBufferNumber(2);
        options.setWriteBufferSize(MEGABYTE);
        if (settings.containsKey(BYTES + store)) {
            long bytes = number(settings, BYTES + store);
            options.setWriteBufferSize(Math.clamp(bytes / FILES, SMALLEST_BUFFER, LARGEST_BUFFER));
            // Small files, which every restart leaves, are joined up to the size of the buffer.
            fifo = new CompactionOptionsFIFO().setMaxTableFilesSize(bytes).setAllowCompaction(true);
            options.setCompactionStyle(CompactionStyle.FIFO);
            options.setCompactionOptionsFIFO(fifo);
            options.setTtl(number(settings, RETENTION_SECONDS + store));
        }
    }

    private static long number(Map<String, Object> settings, String name) {
        return Long.parseLong(String.valueOf(settings.get(name)));
    }

    @Override
    public void close(String store, Options options) {
        if (fifo != null) {
            fifo.close();
        }
        if (cache != null) {
            cache.close();
        }
    }
}
