package io.tidings.chaos.check;

/** The promises that a campaign checks. */
public enum Promise {
    NOTHING_IS_LOST("every accepted event is delivered, dead-lettered or dropped with a reason"),
    NOTHING_IS_ALTERED("events and headers arrive as published and asked for"),
    ONLY_WHAT_IS_OWED("a subscription gets only events that its filter matches"),
    CHANGES_COUNT("an event after a change of a subscription is matched against the change"),
    ONE_CHAIN("an event has one place in the ladder for each subscription"),
    ORDER_IS_KEPT("events of one order key arrive one after the other"),
    ONE_DEAD_LETTER("a dead letter is in exactly one blob record"),
    RIGHT_REASON("every drop and every dead letter has the true reason"),
    NO_EARLY_RETRY("no retry comes before its step is over"),
    NO_LATE_RETRY("no retry comes long after it was due"),
    ATTEMPTS_ARE_BOUNDED("no delivery has more attempts than the maximum"),
    PROBATION_IS_KEPT("an endpoint on probation gets no request"),
    REPEATS_ARE_EXPLAINED("a request is repeated only if a fault took its result"),
    SENDING_AWAITS_COMMITS("no attempt starts while results cannot be committed"),
    LIMITS_ARE_KEPT("no endpoint gets more requests than its subscription allows"),
    REPEATS_ARE_DROPPED("repeats that are to be dropped, and a start in the past, bring no event twice"),
    ONE_LOCK("an event of a queue has one receiver at a time"),
    DEAD_LETTERS_ARE_COPIED("each dead letter is once in the Kafka topic that its subscription names"),
    ENDS_ARE_FOUND("the API says how every delivery with a failure ended"),
    PROGRAMS_GO_ON("no program ends by itself");

    private final String sentence;

    Promise(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
