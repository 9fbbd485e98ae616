package io.tidings.worker.dispatch;

import io.tidings.contract.lane.LockToken;
import io.tidings.worker.partition.OrderedDeliveries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A receiver that waits for events of one queue (B-PULL). Confined to the poll thread, but for its end. */
public final class Receive {
    /** A receive with so many bytes gets no more, so that it has less than this and one event. */
    static final int ENOUGH_BYTES = 1 << 20;

    private final String uid;
    private final int most;
    private final Instant until;
    private final List<Received> got = new ArrayList<>();
    private final CompletableFuture<List<Received>> answer = new CompletableFuture<>();
    private @Nullable OrderedDeliveries from;
    private long bytes;
    private Instant lockEnds = Instant.MAX;
    private volatile boolean closed;

    /**
     * An event that was handed out.
     *
     * @param uid of its subscription
     * @param event its bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
    public record Received(LockToken token, String uid, int deliveryCount, byte[] event) {}

    /**
     * @param uid of the subscription that it may receive of
     * @param most events at once
     * @param until it is answered without events
     */
    public Receive(String uid, int most, Instant until) {
        this.uid = uid;
        this.most = most;
        this.until = until;
    }

    /** What it gets, once that is committed; nothing if its time is over. It fails if the worker loses the queue before. */
    public CompletionStage<List<Received>> answer() {
        return answer;
    }

    /** Nobody wants its events any more: it ends without them, and others get them. Thread-safe. */
    public void close() {
        closed = true;
    }

    String uid() {
        return uid;
    }

    boolean over(Instant now) {
        return closed || !now.isBefore(until);
    }

    int room() {
        return closed || bytes >= ENOUGH_BYTES ? 0 : most - got.size();
    }

    /** Returns the bytes of what it has got. */
    long bytes() {
        return bytes;
    }

    void take(Received event, OrderedDeliveries order, Instant lockEnds) {
        got.add(event);
        bytes += event.event().length;
        from = order;
        this.lockEnds = lockEnds.isBefore(this.lockEnds) ? lockEnds : this.lockEnds;
    }

    /** Whether it may be told what it has got: somebody waits for it, and nobody else may have any of it by now. */
    boolean wanted(Instant now) {
        return !closed && now.isBefore(lockEnds);
    }

    /** The log of which it has got events; null if it has none. */
    @Nullable
    OrderedDeliveries from() {
        return from;
    }

    List<Received> got() {
        return List.copyOf(got);
    }

    void end(List<Received> events) {
        answer.complete(events);
    }

    /** The next owner has the events. */
    void lost() {
        answer.completeExceptionally(new IllegalStateException("another worker owns the queue"));
    }
}
