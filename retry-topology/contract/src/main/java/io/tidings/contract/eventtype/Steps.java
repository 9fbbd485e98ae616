package io.tidings.contract.eventtype;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work that judging the data of one request or record may still take, so that no schema and no data can hold up the
 * events behind them. Confined to one thread.
 */
public final class Steps {
    /** For schemas that say much about little data. */
    private static final long OF_A_REQUEST = 100_000;

    private static final long OF_A_BYTE = 25;

    /** Of schemas within schemas: deeper ones may refer to themselves for ever. */
    private static final int MOST_DEPTH = 100;

    static final String TOO_DEEP = "nests too deep for the schema, or the schema refers to itself for ever";

    static final String TOO_MANY = "takes too many steps to be judged by the schema";

    /** To compile it. */
    private static final int OF_A_PART = 3;

    /** Of the schemas of a request that stay compiled for sure: a part of all that do. */
    private static final int MOST_USED = 20_000;

    private @Nullable Set<DeclaredSchema> used;
    private int partsUsed;
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
        if (exhausted()) {
            throw new Exhausted(TOO_MANY);
        }
    }

    /** Then no schema is compiled any more. */
    boolean exhausted() {
        return left < 0;
    }

    /**
     * Takes steps for a schema that the request has not used, or not among the last ones. Whether it must be compiled again
     * makes no difference: all machines judge alike.
     */
    void use(DeclaredSchema schema, int parts) {
        var present = used == null ? new HashSet<DeclaredSchema>() : used;
        if (present.contains(schema)) {
            return;
        }
        if (partsUsed + parts > MOST_USED) {
            present.clear();
            partsUsed = 0;
        }
        present.add(schema);
        partsUsed += parts;
        used = present;
        left -= (long) OF_A_PART * parts; // the first step of the judgement finds out
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
