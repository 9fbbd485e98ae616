package io.tidings.export.write;

import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.BlobNames;
import java.util.ArrayList;
import java.util.List;

/** Remembers what it is told of blobs. */
final class RecordedEnds implements BlobNotices {
    final List<String> told = new ArrayList<>();

    @Override
    public void written(BlobBatch batch, BlobNames names, String url, int bytes) {
        told.add(batch.subscription() + " " + batch.destination() + " " + url);
    }

    @Override
    public void dropped(BlobBatch batch, BlobNames names, ExportDropReason reason) {
        told.add(batch.subscription() + " " + batch.destination() + " " + reason.wireName());
    }
}
