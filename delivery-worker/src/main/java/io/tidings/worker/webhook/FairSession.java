package io.tidings.worker.webhook;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.nio.command.RequestExecutionCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A connection that reads a limited number of times and bytes whenever the thread of all connections turns to it.
 * HttpCore reads as long as there is something to read, so an endpoint that sends without end would keep the thread; it
 * reads once for each chunk, however small. With TLS it reads one buffer a turn by itself.
 *
 * <p>It writes no byte of a request that may no longer be sent (B-RETRY-6). HttpCore writes a small request only in the
 * turn after the one that made it, and the process may be frozen in between.
 */
final class FairSession implements IOSession {
    static final int BYTES_PER_TURN = 64 * 1024;
    static final int READS_PER_TURN = 16;

    private final IOSession session;
    // These are confined to the thread of all connections.
    private int bytesLeft = BYTES_PER_TURN;
    private int readsLeft = READS_PER_TURN;

    /** Permits the bytes of the latest request on this connection. The request itself is not kept: it may be large. */
    private BooleanSupplier sendable = () -> true;

    FairSession(IOSession session) {
        this.session = session;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int limit = target.limit();
        target.limit(target.position() + Math.min(target.remaining(), bytesLeft));
        try {
            if (!target.hasRemaining() || readsLeft == 0) {
                return 0;
            }
            int count = session.read(target);
            if (count > 0) {
                readsLeft--;
                bytesLeft -= count;
            }
            return count;
        } finally {
            target.limit(limit);
        }
    }

    /** Called first in each turn that reads. */
    @Override
    public void updateReadTime() {
        bytesLeft = BYTES_PER_TURN;
        readsLeft = READS_PER_TURN;
        session.updateReadTime();
    }

    @Override
    public IOEventHandler getHandler() {
        return session.getHandler();
    }

    @Override
    public void upgrade(IOEventHandler handler) {
        session.upgrade(handler);
    }

    @Override
    public Lock getLock() {
        return session.getLock();
    }

    @Override
    public void enqueue(Command command, Command.Priority priority) {
        session.enqueue(command, priority);
    }

    @Override
    public boolean hasCommands() {
        return session.hasCommands();
    }

    @Override
    public @Nullable Command poll() {
        var command = session.poll();
        if (command instanceof RequestExecutionCommand execution
                && execution.getExchangeHandler() instanceof HttpTransmission next) {
            sendable = next.exchange().sendable();
        }
        return command;
    }

    @Override
    public ByteChannel channel() {
        return session.channel();
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return session.getRemoteAddress();
    }

    @Override
    public SocketAddress getLocalAddress() {
        return session.getLocalAddress();
    }

    @Override
    public int getEventMask() {
        return session.getEventMask();
    }

    @Override
    public void setEventMask(int mask) {
        session.setEventMask(mask);
    }

    @Override
    public void setEvent(int event) {
        session.setEvent(event);
    }

    @Override
    public void clearEvent(int event) {
        session.clearEvent(event);
    }

    @Override
    public void close() {
        session.close();
    }

    @Override
    public void close(CloseMode mode) {
        session.close(mode);
    }

    @Override
    public Status getStatus() {
        return session.getStatus();
    }

    @Override
    public Timeout getSocketTimeout() {
        return session.getSocketTimeout();
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        session.setSocketTimeout(timeout);
    }

    @Override
    public long getLastReadTime() {
        return session.getLastReadTime();
    }

    @Override
    public long getLastWriteTime() {
        return session.getLastWriteTime();
    }

    @Override
    public long getLastEventTime() {
        return session.getLastEventTime();
    }

    @Override
    public void updateWriteTime() {
        session.updateWriteTime();
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        if (!sendable.getAsBoolean()) {
            throw new ConnectionRequestTimeoutException("the request may no longer be sent");
        }
        return session.write(source);
    }

    @Override
    public boolean isOpen() {
        return session.isOpen();
    }

    @Override
    public String getId() {
        return session.getId();
    }
}
