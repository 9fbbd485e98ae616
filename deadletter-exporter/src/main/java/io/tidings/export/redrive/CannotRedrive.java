package io.tidings.export.redrive;

/** The redrive cannot start or continue; the message says why, and what to do. */
final class CannotRedrive extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotRedrive(String message) {
        super(message);
    }
}
