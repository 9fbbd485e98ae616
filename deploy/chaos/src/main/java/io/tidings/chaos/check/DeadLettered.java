package io.tidings.chaos.check;

/**
 * A record of {@code dead-letters} as the worker wrote it, and not as the exporter appended it again.
 *
 * @param redriven how often its event had been redriven
 */
record DeadLettered(String source, String event, String reason, int redriven) {}
