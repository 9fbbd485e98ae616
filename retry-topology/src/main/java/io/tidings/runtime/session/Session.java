package io.tidings.runtime.session;

/**
 * A stretch of work with Kafka clients of its own. When a client is lost the session ends, and the next one opens new
 * clients and reads from the brokers where to go on.
 */
public interface Session extends AutoCloseable {
    /**
     * Works until {@link #stop} is called. Called once.
     *
     * @throws RuntimeException when the session is lost; nothing of it may be used any longer but {@link #close}
     */
    void run();

    /** Returns true while the session can do its work; safe on any thread. */
    boolean ready();

    /** Asks {@link #run} to finish what it has begun and to return; safe on any thread, also before it has begun. */
    void stop();

    /** Gives the clients up, waiting for nothing that only a broker can end. */
    @Override
    void close();
}
