package io.tidings.worker.lane;

import io.tidings.contract.SubscriptionKey;
import java.util.ArrayDeque;
import java.util.Deque;

/** The deliveries of one subscription that wait for their turn, and how many are in flight. */
final class Lane<D> {
    private final SubscriptionKey key;
    private final Deque<Queued<D>> queue = new ArrayDeque<>();
    private int inFlight;
    private boolean inTurn;

    record Queued<D>(D delivery, int bytes) {}

    Lane(SubscriptionKey key) {
        this.key = key;
    }

    SubscriptionKey key() {
        return key;
    }

    Deque<Queued<D>> queue() {
        return queue;
    }

    int inFlight() {
        return inFlight;
    }

    void started() {
        inFlight++;
    }

    void finished() {
        inFlight--;
    }

    boolean inTurn() {
        return inTurn;
    }

    void inTurn(boolean waitsForItsTurn) {
        inTurn = waitsForItsTurn;
    }

    boolean idle() {
        return queue.isEmpty() && inFlight == 0;
    }
}
