package io.tidings.export.write;

import io.tidings.export.condition.ConditionNotices;

/** The notices of the writer: of blobs to subscribers, and of storages to the ingest service. */
public record ExportNotices(BlobNotices blobs, ConditionNotices conditions) {
    public static final ExportNotices NONE = new ExportNotices(BlobNotices.NONE, ConditionNotices.NONE);
}
