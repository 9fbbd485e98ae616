package io.tidings.runtime.timeline;

/** The timeline could not be asked; the message is a sentence that says why. */
public final class TimelineUnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    public TimelineUnavailableException(String message) {
        super(message);
    }

    TimelineUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
