package io.tidings.acceptance.installation;

/** What was to be shown does not hold; the message says what to do. */
public final class ProofFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ProofFailed(String message) {
        super(message);
    }
}
