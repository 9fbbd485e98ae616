package io.tidings.ingest.server;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;
import io.tidings.ingest.http.ContentEncoding;

/**
 * Leaves bodies encoded for {@link ContentEncoding}. By default the server responds 400 to encodings it has no
 * decoder for, and its decoders have no limit.
 */
record EncodedBodies(ContentEncodingContextConfig prototype) implements ContentEncodingContext {
    static EncodedBodies create() {
        return new EncodedBodies(ContentEncodingContext.builder()
                .contentEncodingsDiscoverServices(false)
                .buildPrototype());
    }

    @Override
    public boolean contentEncodingEnabled() {
        return false;
    }

    @Override
    public boolean contentDecodingEnabled() {
        return true;
    }

    @Override
    public boolean contentEncodingSupported(String encoding) {
        return false;
    }

    @Override
    public boolean contentDecodingSupported(String encoding) {
        return true;
    }

    @Override
    public ContentEncoder encoder(String encoding) {
        return ContentEncoder.NO_OP;
    }

    @Override
    public ContentDecoder decoder(String encoding) {
        return ContentDecoder.NO_OP;
    }

    @Override
    public ContentEncoder encoder(Headers headers) {
        return ContentEncoder.NO_OP;
    }
}
