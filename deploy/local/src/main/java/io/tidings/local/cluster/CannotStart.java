package io.tidings.local.cluster;

/** The reason why nothing was started, in a sentence that says what to do. */
public final class CannotStart extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CannotStart(String message) {
        super(message);
    }

    public CannotStart(String message, Throwable cause) {
        super(message, cause);
    }
}
