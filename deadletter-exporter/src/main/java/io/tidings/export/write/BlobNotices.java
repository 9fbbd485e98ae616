package io.tidings.export.write;

import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.BlobNames;

/** Publishes what became of dead letters. Each method returns when that is certain, and may be called again for it. */
public interface BlobNotices {
    /** @param names of the partition of the batch */
    void written(BlobBatch batch, BlobNames names, String url, int bytes);

    /** @param names of the partition of the batch */
    void dropped(BlobBatch batch, BlobNames names, ExportDropReason reason);

    default BlobNotices and(BlobNotices next) {
        var first = this;
        return new BlobNotices() {
            @Override
            public void written(BlobBatch batch, BlobNames names, String url, int bytes) {
                first.written(batch, names, url, bytes);
                next.written(batch, names, url, bytes);
            }

            @Override
            public void dropped(BlobBatch batch, BlobNames names, ExportDropReason reason) {
                first.dropped(batch, names, reason);
                next.dropped(batch, names, reason);
            }
        };
    }
}
