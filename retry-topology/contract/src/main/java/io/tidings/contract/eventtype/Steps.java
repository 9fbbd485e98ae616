package io.tidings.contract.eventtype;

/**
 * The work that judging the data of one request or record may still take, so that no schema and no data can hold up the
 * events behind them. Confined to one thread.
 */
public final class Steps {
    /** For schemas that say much about little data. */
    private static final long OF_A_REQUEST = 1_000_000;

    private static final long OF_A_BYTE = 25;

    /** Of schemas within schemas: deeper ones may refer to themselves for ever. */
    private static final int MOST_DEPTH = 100;

    static final String TOO_DEEP = "nests too deep for the schema, or the schema refers to itself for ever";

    private long left;
    private int depth;

    Steps(long most) {
        left = most;
    }

    /** @param bytes of all events of the request, which share the steps */
    public static Steps of(int bytes) {
        return new Steps(OF_A_REQUEST + OF_A_BYTE * bytes);
    }

    /** The judgement is not finished. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final String sentence;

        Exhausted(String sentence) {
            super(sentence, null, false, false);
            this.sentence = sentence;
        }

        String sentence() {
            return sentence;
        }
    }

    void take(long number) {
        left -= number;
        if (left < 0) {
            throw new Exhausted("takes too many steps to be judged by the schema");
        }
    }

    /** Begins with the next event. */
    void begin() {
        depth = 0;
    }

    void enter() {
        take(1);
        if (++depth > MOST_DEPTH) {
            throw new Exhausted(TOO_DEEP);
        }
    }

    void leave() {
        depth--;
    }
}
