package io.tidings.runtime.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future.State;
import org.jspecify.annotations.Nullable;

/** One lookup of a name: waiting for a thread, running or done. Times are of {@link System#nanoTime}. Thread-safe. */
public final class AddressLookup {
    private static final Duration KEPT = Duration.ofSeconds(30);
    private static final Duration FAILURE_KEPT = Duration.ofSeconds(5);
    /** The time for which the last addresses of a name are used while it is looked up again. */
    static final Duration USABLE = Duration.ofMinutes(5);

    private static final Duration SLOW = Duration.ofSeconds(1);

    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private final CompletableFuture<InetAddress[]> addresses = new CompletableFuture<>();
    private final long asked;
    private final @Nullable Found before;
    private volatile boolean slow;

    /** @param since when the addresses were requested */
    @SuppressWarnings("ArrayRecordComponent") // compared by identity only
    record Found(InetAddress[] addresses, long since) {}

    /** @param before the result of earlier lookups */
    AddressLookup(long asked, @Nullable Found before) {
        this.asked = asked;
        this.before = before;
    }

    static AddressLookup done(Found known) {
        var done = new AddressLookup(known.since(), null);
        done.begun.complete(null);
        done.addresses.complete(known.addresses());
        return done;
    }

    /** Completes when a thread begins the lookup; until then it waits for one of our threads. */
    public CompletableFuture<Void> begun() {
        return begun;
    }

    /** Completes with the allowed addresses, or with the reason why there are none. */
    public CompletableFuture<InetAddress[]> addresses() {
        return addresses;
    }

    void begin() {
        begun.complete(null);
    }

    void found(InetAddress[] found, Duration took) {
        slow = took.compareTo(SLOW) > 0;
        addresses.complete(found);
    }

    void failed(Exception failure) {
        begun.complete(null);
        addresses.completeExceptionally(failure);
    }

    /** Returns whether the result is too old, so that the name must be looked up again. */
    boolean due(long now) {
        return addresses.isDone()
                && now - asked >= (addresses.state() == State.SUCCESS ? KEPT : FAILURE_KEPT).toNanos();
    }

    boolean suspect() {
        return slow || addresses.isCompletedExceptionally();
    }

    boolean forgettable(long now) {
        return addresses.isDone() && now - asked > 2 * USABLE.toNanos();
    }

    /** Returns the addresses to connect to now; null if there are none. */
    @Nullable
    Found usable(long now) {
        var newest = known();
        return newest == null || (addresses.state() != State.SUCCESS && now - newest.since() >= USABLE.toNanos())
                ? null
                : newest;
    }

    /** Returns the newest addresses; null if there are none, or the present ones are refused. */
    @Nullable
    Found known() {
        return switch (addresses.state()) {
            case SUCCESS -> new Found(addresses.resultNow(), asked);
            case RUNNING -> before;
            case FAILED -> addresses.exceptionNow() instanceof RefusedAddressException ? null : before;
            case CANCELLED -> before; // never happens
        };
    }

    /** Returns why there are no addresses; null if unknown. */
    @Nullable
    UnknownHostException failure() {
        return addresses.state() == State.FAILED && addresses.exceptionNow() instanceof UnknownHostException unknown
                ? unknown
                : null;
    }
}
