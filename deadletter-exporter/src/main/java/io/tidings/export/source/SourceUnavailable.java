package io.tidings.export.source;

/** What a job reads cannot be read at the moment. */
public final class SourceUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    SourceUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
