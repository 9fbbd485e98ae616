package io.tidings.topology.table;

/** Nobody can say whether a record that was waited for will come; what depends on it has to be tried again. */
public final class TableEndUnknown extends TableBehind {
    private static final long serialVersionUID = 1;

    public TableEndUnknown(String table) {
        super("Kafka does not report the end of " + table + ", so it may be behind: check the brokers");
    }
}
