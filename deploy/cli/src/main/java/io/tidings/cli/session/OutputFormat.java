package io.tidings.cli.session;

/** The form of what commands print. */
public enum OutputFormat {
    /** For people. */
    TABLE,
    /** The response of the server. */
    JSON
}
