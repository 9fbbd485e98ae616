package io.tidings.worker.webhook;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestParser;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.nio.SessionOutputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/** A request as an endpoint reads it from the bytes of its head. */
final class RequestHead {
    /** The length of the body. */
    static final int LENGTH = 37;

    private RequestHead() {}

    static HttpRequest request(WebhookRequest webhookRequest) {
        try {
            var head = new HeadBytes();
            new EncodedRequest.Writer().write(webhookRequest.template().request(webhookRequest, LENGTH, null), head);
            return new DefaultHttpRequestParser()
                    .parse(new SessionInputBufferImpl(1024), new ByteArrayInputStream(head.bytes.toByteArray()));
        } catch (IOException | HttpException e) {
            throw new AssertionError(e);
        }
    }

    static String[] headers(HttpRequest request) {
        return Arrays.stream(request.getHeaders()).map(RequestHead::line).toArray(String[]::new);
    }

    private static String line(NameValuePair header) {
        return header.getName() + ": " + header.getValue();
    }

    /** Takes what is written at once, as an encoded head is. */
    private static final class HeadBytes implements SessionOutputBuffer {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(ByteBuffer source) {
            while (source.hasRemaining()) {
                bytes.write(source.get());
            }
        }

        @Override
        public boolean hasData() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int capacity() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int length() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int flush(WritableByteChannel channel) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(ReadableByteChannel source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void writeLine(CharArrayBuffer line) {
            throw new UnsupportedOperationException();
        }
    }
}
