package io.tidings.export.redrive;

/** Nothing is brought back, or no more; the message says why, and what to do about it. */
final class CannotRedrive extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotRedrive(String message) {
        super(message);
    }
}
