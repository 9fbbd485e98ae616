package io.tidings.runtime.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future.State;
import org.jspecify.annotations.Nullable;

/**
 * One lookup of a name, waiting for a thread, under way or done. Times are of {@link System#nanoTime}.
 *
 * <p>Safe for use by many threads.
 */
public final class AddressLookup {
    private static final Duration KEPT = Duration.ofSeconds(30);
    private static final Duration FAILURE_KEPT = Duration.ofSeconds(5);
    /** For so long a name goes on with its last addresses while they are looked up again. */
    static final Duration USABLE = Duration.ofMinutes(5);

    private static final Duration SLOW = Duration.ofSeconds(1);

    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private final CompletableFuture<InetAddress[]> addresses = new CompletableFuture<>();
    private final long asked;
    private final @Nullable Found before;
    private volatile boolean slow;

    /**
     * Addresses that a lookup has found.
     *
     * @param since when they were asked for
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by identity only
    record Found(InetAddress[] addresses, long since) {}

    /** @param before what the lookups before have found */
    AddressLookup(long asked, @Nullable Found before) {
        this.asked = asked;
        this.before = before;
    }

    /** Gives an answer that is known already. */
    static AddressLookup done(Found known) {
        var done = new AddressLookup(known.since(), null);
        done.begun.complete(null);
        done.addresses.complete(known.addresses());
        return done;
    }

    /** Completes when a thread looks the name up; until then it has waited for us. */
    public CompletableFuture<Void> begun() {
        return begun;
    }

    /** Completes with the allowed addresses, or with why there are none. */
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

    /** Whether the name has to be looked up again before its addresses are used, or while they are. */
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

    /** The addresses that the name may be connected to now; null when there are none. */
    @Nullable
    Found usable(long now) {
        var newest = known();
        return newest == null || (addresses.state() != State.SUCCESS && now - newest.since() >= USABLE.toNanos())
                ? null
                : newest;
    }

    /** The newest addresses of the name; null when there never were any, or those it has now are refused. */
    @Nullable
    Found known() {
        return switch (addresses.state()) {
            case SUCCESS -> new Found(addresses.resultNow(), asked);
            case RUNNING -> before;
            case FAILED -> addresses.exceptionNow() instanceof RefusedAddressException ? null : before;
            case CANCELLED -> before; // by nobody
        };
    }

    /** Why there are no addresses; null when that is not known. */
    @Nullable
    UnknownHostException failure() {
        return addresses.state() == State.FAILED && addresses.exceptionNow() instanceof UnknownHostException unknown
                ? unknown
                : null;
    }
}
