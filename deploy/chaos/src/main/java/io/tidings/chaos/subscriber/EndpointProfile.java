package io.tidings.chaos.subscriber;

import java.util.Locale;

/** What kind of endpoints there are. */
public enum EndpointProfile {
    /** What fails does so by events, and no endpoint is left alone for it. */
    USUAL,
    /** Whole endpoints fail for a while, and are on probation after as many failures as is the default. */
    PROBATION;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
