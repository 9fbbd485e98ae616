package io.tidings.benchmark.model;

/**
 * Something that a load needs, and how much of it there is with the settings as shipped.
 *
 * @param why what happens above the limit, and what to do
 */
public record Bound(String what, double needed, double limit, String unit, String why) {
    /** Above 1 it breaks. */
    public double share() {
        return needed / limit;
    }
}
