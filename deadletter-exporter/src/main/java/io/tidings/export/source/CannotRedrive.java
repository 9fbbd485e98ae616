package io.tidings.export.source;

/** The redrive cannot start or continue; the message says why, and what to do. */
public final class CannotRedrive extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CannotRedrive(String message) {
        super(message);
    }
}
