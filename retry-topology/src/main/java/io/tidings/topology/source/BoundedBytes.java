package io.tidings.topology.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Bytes in memory, up to a limit. */
final class BoundedBytes extends OutputStream {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final int limit;

    BoundedBytes(int limit) {
        this.limit = limit;
    }

    @Override
    public void write(int next) throws IOException {
        requireRoom(1);
        written.write(next);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        requireRoom(count);
        written.write(bytes, from, count);
    }

    private void requireRoom(int count) throws IOException {
        if (count > limit - written.size()) {
            throw new IOException("as JSON it has more than " + limit + " bytes");
        }
    }

    byte[] bytes() {
        return written.toByteArray();
    }
}
