package io.tidings.ingest.mcp;

import java.util.HashMap;
import java.util.Map;

/** The polls that run at once, each of which has a consumer; a few of each principal. Thread-safe. */
final class PollRoom {
    private final int most;
    private final int mostOfPrincipal;
    private final Map<String, Integer> running = new HashMap<>();
    private int all;

    PollRoom(int most, int mostOfPrincipal) {
        this.most = most;
        this.mostOfPrincipal = mostOfPrincipal;
    }

    int mostOfPrincipal() {
        return mostOfPrincipal;
    }

    /** Returns false if there is no room; otherwise {@link #leave} must follow. */
    synchronized boolean enter(String principal) {
        if (all >= most || running.getOrDefault(principal, 0) >= mostOfPrincipal) {
            return false;
        }
        all++;
        running.merge(principal, 1, Integer::sum);
        return true;
    }

    synchronized void leave(String principal) {
        all--;
        running.computeIfPresent(principal, (_, polls) -> polls == 1 ? null : polls - 1);
    }
}
