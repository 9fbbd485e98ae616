package io.tidings.ingest.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates gzip (RFC 1952) up to a limit. The JDK's own stream recurses for every member, so that a request with many
 * empty members would overflow its stack.
 */
final class Gzip implements AutoCloseable {
    private static final int MAGIC = 0x8b1f;
    private static final int DEFLATE = 8;
    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;

    private final ByteBuffer in;
    private final int limit;
    private final Inflater inflater = new Inflater(true);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final byte[] buffer = new byte[8192];

    private Gzip(byte[] bytes, int limit) {
        this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.limit = limit;
    }

    /**
     * Returns empty if the content exceeds the limit, and inflates no more than that.
     *
     * @throws DataFormatException if the bytes are no gzip, incomplete or damaged
     */
    static Optional<byte[]> inflated(byte[] bytes, int limit) throws DataFormatException {
        try (var gzip = new Gzip(bytes, limit)) {
            return gzip.members() ? Optional.of(gzip.out.toByteArray()) : Optional.empty();
        }
    }

    private boolean members() throws DataFormatException {
        do {
            skipHeader();
            if (!content()) {
                return false;
            }
        } while (in.hasRemaining());
        return true;
    }

    private void skipHeader() throws DataFormatException {
        require(10);
        int magic = Short.toUnsignedInt(in.getShort());
        int method = in.get();
        int flags = in.get();
        in.position(in.position() + 6); // time, hint, system
        if (magic != MAGIC || method != DEFLATE || (flags & RESERVED) != 0) {
            throw new DataFormatException("its header is another");
        }
        if ((flags & EXTRA) != 0) {
            require(2);
            skip(Short.toUnsignedInt(in.getShort()));
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CHECKSUM) != 0) {
            skip(2);
        }
    }

    private boolean content() throws DataFormatException {
        inflater.reset();
        inflater.setInput(in);
        var checksum = new CRC32();
        while (!inflater.finished()) {
            int count = inflater.inflate(buffer);
            if (count == 0 && !inflater.finished()) {
                throw new DataFormatException("it ends early");
            }
            checksum.update(buffer, 0, count);
            out.write(buffer, 0, count);
            if (out.size() > limit) {
                return false;
            }
        }
        require(8);
        if (in.getInt() != (int) checksum.getValue() || in.getInt() != (int) inflater.getBytesWritten()) {
            throw new DataFormatException("its checksum is another");
        }
        return true;
    }

    private void skipText() throws DataFormatException {
        do {
            require(1);
        } while (in.get() != 0);
    }

    private void skip(int count) throws DataFormatException {
        require(count);
        in.position(in.position() + count);
    }

    private void require(int count) throws DataFormatException {
        if (in.remaining() < count) {
            throw new DataFormatException("it ends early");
        }
    }

    @Override
    public void close() {
        inflater.end();
    }
}
