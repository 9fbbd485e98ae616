package io.tidings.contract.json;

/**
 * @param path of the member, such as {@code properties.retryPolicy.maxDeliveryAttempts}; {@link #WHOLE} for all of it
 * @param rule what the member must be
 */
public record Violation(String path, String rule) {
    /** The path of the whole document. */
    public static final String WHOLE = "";

    @Override
    public String toString() {
        return path.isEmpty() ? rule : path + ": " + rule;
    }
}
