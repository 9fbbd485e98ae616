package io.tidings.ingest.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.tidings.contract.event.EventLimits;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.ContentEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Reads the body of a request on demand, within its memory budget. */
record BodyReader(ServerRequest request, BodyBudget.Share share) {
    /** A client that sends too much reads the response only if it may finish sending. */
    static final int MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

    private static final int SLICE = 64 * 1024;

    Body read() {
        if (!request.content().hasEntity()) {
            return new Body.Whole(new byte[0]);
        }
        long announced = request.headers().contentLength().orElse(Long.MAX_VALUE);
        try (var in = request.content().inputStream()) {
            var bytes = bytes(in, (int) Math.min(announced, EventLimits.MAX_REQUEST_BYTES + 1L));
            if (bytes.isPresent() && bytes.get().length <= EventLimits.MAX_REQUEST_BYTES) {
                return decoded(bytes.get());
            }
            share.close(); // the bytes are of no use, and the rest may take long to arrive
            var _ = in.skip(MAX_DISCARDED_BYTES);
            return bytes.isPresent() ? new Body.TooLarge() : noRoom();
        } catch (IOException e) {
            throw new UncheckedIOException("the request was cut off", e);
        }
    }

    /** Takes memory as bytes arrive, whatever the header announces; returns empty if there is none. */
    private Optional<byte[]> bytes(InputStream in, int most) throws IOException {
        if (most <= SLICE) {
            return share.take(most) ? Optional.of(in.readNBytes(most)) : Optional.empty();
        }
        var bytes = new ByteArrayOutputStream(SLICE);
        while (bytes.size() < most) {
            if (!share.take(SLICE)) {
                return Optional.empty();
            }
            var slice = in.readNBytes(Math.min(SLICE, most - bytes.size()));
            bytes.writeBytes(slice);
            if (slice.length < SLICE) {
                break; // the whole body, or enough to know that it is too large
            }
        }
        return Optional.of(bytes.toByteArray());
    }

    private Body decoded(byte[] bytes) {
        var encoding = request.headers().value(HeaderNames.CONTENT_ENCODING).orElse("");
        return encoding.isEmpty() || share.take(EventLimits.MAX_REQUEST_BYTES)
                ? ContentEncoding.decoded(bytes, encoding, EventLimits.MAX_REQUEST_BYTES)
                : noRoom();
    }

    private static Body noRoom() {
        return new Body.Malformed(ApiError.unavailable(
                "too much is being published at once; send it again later, or raise http.body.bytes"));
    }
}
