package io.tidings.acceptance.crash;

import io.tidings.testbed.load.Pace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Publishes an event at a time, to two instances in turn; what one does not take it gives to the other at once. */
final class SteadyPublisher implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double PER_SECOND = 50;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<String> edges;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger handedOn = new AtomicInteger();
    private final AtomicInteger refusedByAll = new AtomicInteger();
    private final Pace pace;
    private int turn;

    private SteadyPublisher(List<String> edges) {
        this.edges = edges;
        this.pace = Pace.start("publisher", PER_SECOND, this::publish);
    }

    static SteadyPublisher start(List<String> edges) {
        return new SteadyPublisher(edges);
    }

    private void publish() {
        int id = accepted.get();
        if (taken(edges.get(turn % 2), id)) {
            accepted.incrementAndGet();
        } else if (taken(edges.get((turn + 1) % 2), id)) {
            accepted.incrementAndGet();
            handedOn.incrementAndGet();
        } else {
            refusedByAll.incrementAndGet();
        }
        turn++;
    }

    private boolean taken(String edge, int id) {
        var event = "[{\"id\":\"" + id + "\",\"subject\":\"/o/" + id
                + "\",\"eventType\":\"placed\",\"eventTime\":\"2026-11-21T09:30:00Z\",\"data\":{}}]";
        var request = HttpRequest.newBuilder(URI.create(edge + "/topics/orders/api/events"))
                .header("content-type", "application/json")
                .timeout(PATIENCE)
                .POST(BodyPublishers.ofString(event))
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false; // it stops or has stopped
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Events, whose ids are the numbers below. */
    int accepted() {
        return accepted.get();
    }

    /** Those that one instance did not take, and the other did. */
    int handedOn() {
        return handedOn.get();
    }

    int refusedByAll() {
        return refusedByAll.get();
    }

    @Override
    public void close() {
        pace.close();
        http.close();
    }
}
