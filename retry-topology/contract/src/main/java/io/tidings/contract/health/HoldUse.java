package io.tidings.contract.health;

import io.tidings.contract.WireName;
import org.jspecify.annotations.Nullable;

/** How much a paused subscription uses of what it may hold (B-PAUSE). */
public enum HoldUse implements WireName.Capitalized {
    HALF,
    /** The oldest events expire. */
    ALL;

    /**
     * Returns null for less than half.
     *
     * @param part 1 for all
     */
    public static @Nullable HoldUse of(double part) {
        return part < 0.5 ? null : part < 1 ? HALF : ALL;
    }
}
