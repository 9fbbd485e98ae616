package io.tidings.benchmark.campaign.check;

/** What is judged. */
public enum Promise {
    NOTHING_IS_LOST("every accepted event is delivered, dead-lettered or dropped with a reason"),
    ONE_CHAIN("one event and subscription has one place in the ladder"),
    ONE_DEAD_LETTER("what is given up stands in exactly one blob record"),
    NO_EARLY_RETRY("no wait is shorter than its step"),
    ATTEMPTS_ARE_BOUNDED("no more attempts than the maximum"),
    REPEATS_ARE_EXPLAINED("a request is repeated only when something took its result");

    private final String sentence;

    Promise(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
