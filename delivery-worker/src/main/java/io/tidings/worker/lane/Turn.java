package io.tidings.worker.lane;

/** One request of a lane, from the moment its first delivery is taken until nothing of it is open any longer. */
public final class Turn<D> {
    private final Lane<D> lane;
    private final Line<D> line;
    private final D first;
    private final long epoch;
    private long bytes;
    private boolean running = true;
    private boolean open = true;

    Turn(Lane<D> lane, Line<D> line, Line.Queued<D> first) {
        this.lane = lane;
        this.line = line;
        this.first = first.delivery();
        this.epoch = lane.generation();
        this.bytes = first.bytes();
    }

    /** The delivery it is for. */
    public D first() {
        return first;
    }

    /** What it holds in memory, about. */
    public long bytes() {
        return bytes;
    }

    /** What the lane's endpoint takes from now on, and how often it may be asked. */
    public void terms(Allowance allowance, Rate rate) {
        lane.terms(allowance, rate);
    }

    Lane<D> lane() {
        return lane;
    }

    Line<D> line() {
        return line;
    }

    long epoch() {
        return epoch;
    }

    void carries(int moreBytes) {
        bytes += moreBytes;
    }

    /** @return false when it was told before */
    boolean ends() {
        boolean did = running;
        running = false;
        return did;
    }

    /** @return false when it was told before */
    boolean closes() {
        boolean did = open;
        open = false;
        return did;
    }
}
