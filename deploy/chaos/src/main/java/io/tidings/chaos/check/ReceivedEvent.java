package io.tidings.chaos.check;

import java.time.Instant;

/**
 * An event of a queue as its receiver got it, written before the receiver does anything about it.
 *
 * @param token a digest of its token
 * @param count how often it was received, by the queue
 * @param asked before it was handed out
 * @param arrived after it was handed out
 * @param until when its lock ends at the earliest
 * @param difference between the received event and the published one, empty when there is none
 */
public record ReceivedEvent(
        String event, String token, int count, Instant asked, Instant arrived, Instant until, String difference) {}
