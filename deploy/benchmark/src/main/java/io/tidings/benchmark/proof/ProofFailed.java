package io.tidings.benchmark.proof;

/** What was to be shown does not hold; the message says what to do. */
final class ProofFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    ProofFailed(String message) {
        super(message);
    }

    ProofFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
