package io.tidings.worker.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.nio.command.RequestExecutionCommand;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.IOSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connection reads its share while the others wait, and writes a request only while the worker may send it. */
class FairSessionTest {
    private int sent;
    private int size = 8 * 1024;
    private int written;
    private boolean sendable = true;
    private final WebhookClient client = SmallRequests.client(Duration.ofMinutes(1), Duration.ofMinutes(1));

    private final FairSession session = new FairSession((IOSession) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {IOSession.class},
            (_, method, arguments) -> switch (method.getName()) {
                case "read" -> readTo((ByteBuffer) arguments[0]);
                case "updateReadTime" -> null;
                case "poll" -> request();
                case "write" -> writeFrom((ByteBuffer) arguments[0]);
                default -> throw new UnsupportedOperationException(method.getName());
            }));

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void eachTurnReadsItsShareAndNoMore() throws IOException {
        sent = 2 * FairSession.BYTES_PER_TURN + 1;
        assertThat(readInTurn()).isEqualTo(FairSession.BYTES_PER_TURN);
        assertThat(readInTurn()).isEqualTo(FairSession.BYTES_PER_TURN);
        assertThat(readInTurn()).isEqualTo(1);
    }

    @Test
    void smallReadsAreFew() throws IOException {
        sent = FairSession.BYTES_PER_TURN;
        size = 6;
        assertThat(readInTurn()).isEqualTo(6 * FairSession.READS_PER_TURN);
        assertThat(readInTurn()).isEqualTo(6 * FairSession.READS_PER_TURN);
    }

    @Test
    void theEndIsSeenInTheTurnAfterAWholeShare() throws IOException {
        sent = FairSession.BYTES_PER_TURN;
        assertThat(readInTurn()).isEqualTo(FairSession.BYTES_PER_TURN);
        assertThat(read()).isZero();
        session.updateReadTime();
        assertThat(read()).isEqualTo(-1);
    }

    @Test
    void whatIsWrittenBeforeARequestNeedsNoPermission() throws IOException {
        sendable = false;
        assertThat(session.write(ByteBuffer.allocate(10))).isEqualTo(10);
    }

    @Test
    void aRequestThatMayNoLongerBeSentWhenItsBytesAreToBeWrittenIsNotWritten() {
        session.poll();
        sendable = false;
        assertThatThrownBy(() -> session.write(ByteBuffer.allocate(10)))
                .isInstanceOf(ConnectionRequestTimeoutException.class);
        assertThat(written).isZero();
    }

    @Test
    void theRestOfARequestIsNotWrittenEither() throws IOException {
        session.poll();
        assertThat(session.write(ByteBuffer.allocate(10))).isEqualTo(10);
        sendable = false;
        assertThatThrownBy(() -> session.write(ByteBuffer.allocate(10)))
                .isInstanceOf(ConnectionRequestTimeoutException.class);
        assertThat(written).isEqualTo(10);
    }

    @Test
    void theNextRequestHasItsOwnPermission() throws IOException {
        sendable = false;
        session.poll();
        sendable = true;
        session.poll();
        assertThat(session.write(ByteBuffer.allocate(10))).isEqualTo(10);
    }

    private Command request() {
        boolean allowed = sendable;
        var call =
                new WebhookCall(SmallRequests.to("http://localhost/hook"), client, () -> allowed && sendable, _ -> {});
        return new RequestExecutionCommand(new HttpTransmission(call, Duration.ofMinutes(1)), null);
    }

    private int writeFrom(ByteBuffer source) {
        int count = source.remaining();
        source.position(source.limit());
        written += count;
        return count;
    }

    private int readInTurn() throws IOException {
        session.updateReadTime();
        int total = 0;
        for (int count = read(); count > 0; count = read()) {
            total += count;
        }
        return total;
    }

    private int read() throws IOException {
        var target = ByteBuffer.allocate(size);
        int count = session.read(target);
        assertThat(target.position()).isEqualTo(Math.max(count, 0));
        assertThat(target.limit()).isEqualTo(target.capacity());
        return count;
    }

    /** The endpoint has closed the connection behind what it sent. */
    private int readTo(ByteBuffer target) {
        int count = Math.min(target.remaining(), sent);
        target.position(target.position() + count);
        sent -= count;
        return count == 0 ? -1 : count;
    }
}
