package io.tidings.acceptance.installation;

/** A check failed that all later ones depend on; the message says what to do. */
public final class ProofFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ProofFailed(String message) {
        super(message);
    }
}
