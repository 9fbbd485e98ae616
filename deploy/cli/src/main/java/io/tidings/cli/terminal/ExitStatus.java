package io.tidings.cli.terminal;

/** The exit codes of every command. */
public final class ExitStatus {
    public static final int OK = 0;
    /** The server refused the request, or what was asked for failed. */
    public static final int REFUSED = 1;

    public static final int USAGE = 2;
    public static final int UNREACHABLE = 3;
    /** A dry run found differences. */
    public static final int DIFFERENT = 4;
    /** The exit status that shells use for an interrupt. */
    public static final int STOPPED = 130;

    private ExitStatus() {}
}
