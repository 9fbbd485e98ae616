package io.tidings.worker.webhook;

import io.tidings.runtime.http.InterimLimit;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseFactory;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseParser;
import org.apache.hc.core5.http.message.LazyLaxLineParser;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.jspecify.annotations.Nullable;

/** Parses the heads of the responses on one connection. */
final class ResponseHeads extends DefaultHttpResponseParser<HttpResponse> {
    private final InterimLimit interim = new InterimLimit();

    ResponseHeads(Http1Config config) {
        super(config, LazyLaxLineParser.INSTANCE, DefaultHttpResponseFactory.INSTANCE);
    }

    @Override
    public @Nullable HttpResponse parse(SessionInputBuffer buffer, boolean endOfStream)
            throws IOException, HttpException {
        var head = super.parse(buffer, endOfStream);
        if (head != null) {
            interim.count(head);
        }
        return head;
    }
}
