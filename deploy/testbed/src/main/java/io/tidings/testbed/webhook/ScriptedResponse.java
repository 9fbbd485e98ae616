package io.tidings.testbed.webhook;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Predicate;

/** The reaction of an endpoint to a request. */
public sealed interface ScriptedResponse {

    /** Responds at once. */
    record Status(int code, Map<String, String> headers, String body) implements ScriptedResponse {
        public Status {
            if (code < 200 || code > 599) {
                throw new IllegalArgumentException("code must be between 200 and 599: " + code);
            }
            headers = Map.copyOf(headers);
        }
    }

    /** Computes the response from the request, as a handshake needs it. */
    record Computed(Function<ReceivedRequest, Status> status) implements ScriptedResponse {}

    /** Reads the request, and does not respond until the server is closed. */
    record Hang() implements ScriptedResponse {}

    /** Reads the request, and closes the connection without a byte. */
    record Close() implements ScriptedResponse {}

    static Status status(int code) {
        return new Status(code, Map.of(), "");
    }

    static Status status(int code, Map<String, String> headers) {
        return new Status(code, headers, "");
    }

    static ScriptedResponse computed(Function<ReceivedRequest, Status> status) {
        return new Computed(status);
    }

    /** Responds when it is told to. */
    static ScriptedResponse after(CountDownLatch told, int code) {
        return new Computed(_ -> {
            try {
                told.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return status(code);
        });
    }

    /** Accepts every handshake and every event. */
    static ScriptedResponse agreeing() {
        return new Computed(HandshakeResponses::to);
    }

    /** The same, but refuses some requests with the status. */
    static ScriptedResponse agreeingBut(Predicate<ReceivedRequest> refused, int code) {
        return new Computed(request -> refused.test(request) ? status(code) : HandshakeResponses.to(request));
    }

    static ScriptedResponse hang() {
        return new Hang();
    }

    static ScriptedResponse close() {
        return new Close();
    }
}
