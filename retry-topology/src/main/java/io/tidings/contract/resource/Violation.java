package io.tidings.contract.resource;

/**
 * One rule that a resource breaks.
 *
 * @param path of the member, such as {@code properties.retryPolicy.maxDeliveryAttempts}
 * @param rule what the member must be
 */
public record Violation(String path, String rule) {
    @Override
    public String toString() {
        return path + ": " + rule;
    }
}
