package io.tidings.topology.match;

/** It is unknown whether an expected record will come, so the event must be tried again. */
public final class TableEndUnknown extends TableBehind {
    private static final long serialVersionUID = 1;

    public TableEndUnknown(String table) {
        super("Kafka does not report the end of " + table + ", so it may be behind: check the brokers");
    }
}
