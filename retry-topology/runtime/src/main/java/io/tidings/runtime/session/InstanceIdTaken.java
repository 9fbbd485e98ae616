package io.tidings.runtime.session;

/** Another process uses the same id; the message says which id, and what to do. */
public final class InstanceIdTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InstanceIdTaken(String id, int times, Throwable cause) {
        super(
                "%s is used by another process too, which took the place of this one %d times while the brokers"
                                .formatted(id, times)
                        + " responded; give each process an id of its own and start this one again",
                cause);
    }
}
