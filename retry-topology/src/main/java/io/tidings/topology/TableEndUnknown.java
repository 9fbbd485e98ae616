package io.tidings.topology;

/** Nobody can say whether a record that was waited for will come; what depends on it has to be tried again. */
final class TableEndUnknown extends RuntimeException {
    private static final long serialVersionUID = 1;

    TableEndUnknown() {
        super("Kafka does not tell the end of a table, so it is not known whether all of it was read: check the"
                + " brokers");
    }
}
