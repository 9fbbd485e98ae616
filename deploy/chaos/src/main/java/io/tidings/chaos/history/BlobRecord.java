package io.tidings.chaos.history;

/**
 * A record of a blob.
 *
 * @param attempts that it tells of
 * @param difference between its event and what was published, empty when there is none
 */
public record BlobRecord(String event, String reason, int attempts, String difference) {}
