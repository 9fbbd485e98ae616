package io.tidings.contract.topic;

/** A record of a source that is no event; the sentence names the member and the rule, for the producer. */
public final class UnreadableValue extends Exception {
    private static final long serialVersionUID = 1;

    private final String sentence;

    public UnreadableValue(String sentence) {
        super(sentence, null, false, false);
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
