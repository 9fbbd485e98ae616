package io.tidings.contract.subscription;

import io.tidings.contract.WireName;

/** The attempts of a subscription that are logged, and so are in its timeline (B-TIME-1). */
public enum AttemptLogging implements WireName {
    ALL,
    /** Those that fail, and the success that follows them. */
    FAILURES
}
