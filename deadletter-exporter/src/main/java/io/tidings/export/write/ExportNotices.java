package io.tidings.export.write;

/** The notices of the writer: of dead letters to subscribers and the timeline, and of storages to the ingest service. */
public record ExportNotices(BlobNotices blobs, ConditionNotices conditions) {}
