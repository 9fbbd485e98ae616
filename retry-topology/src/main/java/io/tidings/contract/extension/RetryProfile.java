package io.tidings.contract.extension;

/** How a subscription's failed deliveries are retried, where it differs from Event Grid (B-PROFILE). */
public record RetryProfile() {
    public static final RetryProfile DEFAULT = new RetryProfile();
}
