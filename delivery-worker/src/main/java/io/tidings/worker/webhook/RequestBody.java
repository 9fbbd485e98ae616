package io.tidings.worker.webhook;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import javax.crypto.Mac;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/** The body of a request: the bytes of its events, without a copy, and the brackets and commas of a JSON array. */
final class RequestBody {
    private static final byte[] OPEN = {'['};
    private static final byte[] COMMA = {','};
    private static final byte[] CLOSE = {']'};

    private final List<byte[]> events;
    private final boolean array;
    private final int count;
    private int pieces;
    private ByteBuffer piece = ByteBuffer.allocate(0);

    /** @param array false for a single event that is sent as it is */
    RequestBody(List<byte[]> events, boolean array) {
        if (events.isEmpty() || (!array && events.size() > 1)) {
            throw new IllegalArgumentException(events.size() + " events do not go into one request"
                    + (array ? "" : " without an array; prepare its head with batching"));
        }
        this.events = events;
        this.array = array;
        count = array ? 2 * events.size() + 1 : 1;
    }

    long length() {
        long length = array ? events.size() + 1L : 0;
        for (var event : events) {
            length += event.length;
        }
        return length;
    }

    void produce(DataStreamChannel channel) throws IOException {
        while (piece.hasRemaining() || pieces < count) {
            if (!piece.hasRemaining()) {
                piece = ByteBuffer.wrap(bytes(pieces++));
            }
            channel.write(piece);
            if (piece.hasRemaining()) {
                return; // HttpClient calls again
            }
        }
        channel.endStream();
    }

    /** Adds the same bytes to a signature, without a copy. */
    void addTo(Mac signature) {
        for (int i = 0; i < count; i++) {
            signature.update(bytes(i));
        }
    }

    private byte[] bytes(int index) {
        if (!array) {
            return events.getFirst();
        }
        if (index % 2 == 1) {
            return events.get(index / 2);
        }
        return index == 0 ? OPEN : index == 2 * events.size() ? CLOSE : COMMA;
    }
}
