package io.tidings.chaos.evidence;

/** What is judged. */
public enum Promise {
    NOTHING_IS_LOST("every accepted event is delivered, dead-lettered or dropped with a reason"),
    NOTHING_IS_ALTERED("events and headers arrive as published and asked for"),
    ONLY_WHAT_IS_OWED("a subscription gets nothing that its filter does not match"),
    CHANGES_COUNT("an event accepted after a change of a subscription is matched against it"),
    ONE_CHAIN("one event and subscription has one place in the ladder"),
    ONE_DEAD_LETTER("what is given up stands in exactly one blob record"),
    RIGHT_REASON("what is given up or dropped tells the true reason"),
    NO_EARLY_RETRY("no wait is shorter than its step"),
    NO_LATE_RETRY("no retry comes long after it was due"),
    ATTEMPTS_ARE_BOUNDED("no more attempts than the maximum"),
    PROBATION_IS_KEPT("an endpoint on probation gets no request"),
    REPEATS_ARE_EXPLAINED("a request is repeated only when something took its result"),
    SENDING_AWAITS_COMMITS("no attempt starts while results cannot be committed"),
    PROGRAMS_GO_ON("no program ends by itself");

    private final String sentence;

    Promise(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
