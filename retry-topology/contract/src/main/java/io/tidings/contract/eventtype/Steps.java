package io.tidings.contract.eventtype;

/** The work that one judgement may still do, so that no schema and no data can hold up the events behind them. */
final class Steps {
    static final ScopedValue<Steps> CURRENT = ScopedValue.newInstance();

    /** Of keywords within keywords: deeper ones may refer to themselves for ever. */
    private static final int MOST_DEPTH = 400;

    private long left;
    private int depth;

    Steps(long most) {
        left = most;
    }

    /** The judgement is not finished. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1;

        Exhausted(String sentence) {
            super(sentence, null, false, false);
        }
    }

    static void take(long number) {
        var steps = CURRENT.get();
        steps.left -= number;
        if (steps.left < 0) {
            throw new Exhausted("takes too many steps to be judged by the schema");
        }
    }

    void enter() {
        if (++depth > MOST_DEPTH) {
            throw new Exhausted("nests too deep for the schema, or the schema refers to itself for ever");
        }
    }

    void leave() {
        depth--;
    }
}
