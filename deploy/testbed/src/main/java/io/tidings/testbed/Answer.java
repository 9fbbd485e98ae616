package io.tidings.testbed;

import java.util.Map;
import java.util.function.Function;

/** What an endpoint does with a request. */
public sealed interface Answer {

    /** Answers at once. */
    record Status(int code, Map<String, String> headers, String body) implements Answer {
        public Status {
            if (code < 200 || code > 599) {
                throw new IllegalArgumentException("code must be between 200 and 599: " + code);
            }
            headers = Map.copyOf(headers);
        }
    }

    /** Answers with what the request asks for, as a handshake does, or when the function is ready to return. */
    record Computed(Function<ReceivedRequest, Status> status) implements Answer {}

    /** Takes the request and says nothing until the receiver is closed. */
    record Hang() implements Answer {}

    /** Takes the request and closes the connection without a byte. */
    record Close() implements Answer {}

    static Status status(int code) {
        return new Status(code, Map.of(), "");
    }

    static Status status(int code, Map<String, String> headers) {
        return new Status(code, headers, "");
    }

    static Answer computed(Function<ReceivedRequest, Status> status) {
        return new Computed(status);
    }

    /** Agrees to whatever handshake asks for consent; accepts everything else. */
    static Answer agreeing() {
        return new Computed(Agreement::to);
    }

    static Answer hang() {
        return new Hang();
    }

    static Answer close() {
        return new Close();
    }
}
