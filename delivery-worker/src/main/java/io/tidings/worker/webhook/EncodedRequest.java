package io.tidings.worker.webhook;

import java.nio.ByteBuffer;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.NHttpMessageWriter;
import org.apache.hc.core5.http.nio.SessionOutputBuffer;

/**
 * A POST whose head is ready as bytes. Formatting and encoding every header anew for every request took a quarter of
 * the thread that drives connections.
 *
 * <p>As an object it has no header but the length of its body, which HttpClient needs to frame it.
 */
public final class EncodedRequest extends BasicHttpRequest {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // never serialised, as little as any request
    private final transient byte[] common;

    private final transient byte[] own;

    /**
     * @param common the request line and the headers that all requests of a template have
     * @param own the other headers, and the empty line
     */
    public EncodedRequest(HttpHost target, String path, byte[] common, byte[] own, long length) {
        super(Method.POST, target, path);
        this.common = common;
        this.own = own;
        setHeader(HttpHeaders.CONTENT_LENGTH, length);
    }

    void writeTo(SessionOutputBuffer buffer) {
        buffer.write(ByteBuffer.wrap(common));
        buffer.write(ByteBuffer.wrap(own));
    }

    /** Writes these requests and no others. */
    public static final class Writer implements NHttpMessageWriter<HttpRequest> {
        @Override
        public void write(HttpRequest request, SessionOutputBuffer buffer) throws ProtocolException {
            if (!(request instanceof EncodedRequest encoded)) {
                throw new ProtocolException("a request of another kind: " + request.getClass());
            }
            encoded.writeTo(buffer);
        }

        @Override
        public void reset() {
            // keeps nothing from one request to the next
        }
    }
}
