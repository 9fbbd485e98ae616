package io.tidings.testbed.broker;

/** The reason why a broker did not start, in one sentence that says what to do. */
public final class BrokerStartException extends RuntimeException {

    BrokerStartException(String message) {
        super(message);
    }

    BrokerStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
