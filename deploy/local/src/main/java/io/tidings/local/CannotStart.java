package io.tidings.local;

/** Why nothing was started, in a sentence that says what to do. */
final class CannotStart extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotStart(String message) {
        super(message);
    }

    CannotStart(String message, Throwable cause) {
        super(message, cause);
    }
}
