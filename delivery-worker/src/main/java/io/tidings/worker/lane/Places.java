package io.tidings.worker.lane;

/**
 * What all lanes have in flight together. Nobody has more of it than is left for the others, in requests and in bytes:
 * so slow endpoints, however many and however good, leave room for one more, and the more of them there are the less
 * each has.
 */
final class Places {
    private final Capacity capacity;
    private int inFlight;
    private long bytesInFlight;

    Places(Capacity capacity) {
        this.capacity = capacity;
    }

    /** Whether anybody may start anything; a request of any size may always be alone. */
    boolean free() {
        return inFlight < capacity.inFlight() && (bytesInFlight < capacity.bytesInFlight() || inFlight == 0);
    }

    boolean takesTooMuch(Lane<?> lane) {
        return lane.inFlight() > 0
                && (lane.inFlight() > capacity.inFlight() - inFlight
                        || lane.bytesInFlight() > capacity.bytesInFlight() - bytesInFlight);
    }

    void taken() {
        inFlight++;
    }

    void givenBack() {
        inFlight--;
    }

    /** @param bytes more than before; negative: fewer */
    void holds(Lane<?> lane, long bytes) {
        bytesInFlight += bytes;
        lane.bytesInFlight(bytes);
    }
}
