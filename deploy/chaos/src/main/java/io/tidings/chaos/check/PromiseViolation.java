package io.tidings.chaos.check;

/** A promise that was not kept, with the evidence. */
public record PromiseViolation(Promise promise, String subscription, String event, String evidence) {
    @Override
    public String toString() {
        return "%s: event %s, subscription %s: %s".formatted(promise, event, subscription, evidence);
    }
}
