package io.tidings.runtime.session;

/**
 * A period of work with its own Kafka clients. When a client is lost the session ends, and the next one opens new
 * clients and reads from the brokers where to continue.
 */
public interface Session extends AutoCloseable {
    /**
     * Works until {@link #stop} is called. Called once.
     *
     * @throws RuntimeException if the session is lost; then only {@link #close} may be called
     */
    void run();

    /** Thread-safe. */
    boolean ready();

    /** Makes {@link #run} finish the work that has begun and return. Thread-safe; may be called before it. */
    void stop();

    /** Closes the clients without waiting for a broker. */
    @Override
    void close();
}
