package io.tidings.topology.match;

/** A table is not read as far as an event requires; the event must be matched later, or by another instance. */
public class TableBehind extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TableBehind(String table, long position, long wanted) {
        this("the reader of " + table + " is behind: it has read up to offset " + position + ", an event waits for "
                + wanted);
    }

    public TableBehind(String sentence) {
        super(sentence);
    }
}
