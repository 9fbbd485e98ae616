package io.tidings.contract.subscription;

/** Which attempts of a subscription are logged, and so are in its timeline (B-TIME-1). */
public enum AttemptLogging {
    ALL("all"),
    /** Those that fail, and the success that follows them. */
    FAILURES("failures");

    private final String wireName;

    AttemptLogging(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
