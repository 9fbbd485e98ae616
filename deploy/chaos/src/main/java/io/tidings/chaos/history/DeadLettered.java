package io.tidings.chaos.history;

/**
 * A record of {@code dead-letters} as the worker wrote it; one that the exporter appended again is none.
 *
 * @param redriven how often its event had been brought back by then
 */
public record DeadLettered(String source, String event, String reason, int redriven) {}
