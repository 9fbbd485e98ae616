package io.tidings.export.source;

/** The source of a job cannot be read at the moment. */
public final class SourceUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    SourceUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
