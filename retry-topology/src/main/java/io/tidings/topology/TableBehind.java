package io.tidings.topology;

/** A table has not been read as far as an event demands; the event has to be matched later, or by another instance. */
class TableBehind extends RuntimeException {
    private static final long serialVersionUID = 1;

    TableBehind(String table, long position, long wanted) {
        this("the reader of " + table + " is behind: it has read up to offset " + position + ", an event waits for "
                + wanted);
    }

    TableBehind(String sentence) {
        super(sentence);
    }
}
