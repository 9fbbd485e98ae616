package io.tidings.worker.webhook;

/**
 * The values of the headers by which an endpoint verifies a request (B-AUTH-1).
 *
 * @param timestamp of the attempt, in seconds since 1970
 * @param signatures one for each secret, with spaces between them
 */
public record RequestSignature(WebhookId id, long timestamp, String signatures) {}
