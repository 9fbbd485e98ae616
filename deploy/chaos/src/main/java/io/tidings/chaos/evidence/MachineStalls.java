package io.tidings.chaos.evidence;

import io.tidings.testbed.load.Pace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long the machine stood still: every tenth of a second a thread runs and writes to a file. What programs do in
 * seconds takes them as much longer there, so histories are judged with so much more slack.
 */
public final class MachineStalls {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final LongSupplier nanos;
    private long lastLook;
    private volatile Duration longest = Duration.ZERO;

    MachineStalls(LongSupplier nanos) {
        this.nanos = nanos;
        this.lastLook = nanos.getAsLong();
    }

    /** Looks until the result is closed. */
    public static Watch watch(Path file) {
        var stalls = new MachineStalls(System::nanoTime);
        try {
            var written = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            var pace = Pace.start("stalls", 1e3 / BETWEEN_LOOKS.toMillis(), () -> {
                write(written);
                stalls.look();
            });
            return new Watch(stalls, pace, written);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static void write(FileChannel file) {
        try {
            file.write(ByteBuffer.wrap(new byte[1]));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find out whether files are written in time", e);
        }
    }

    /** The stalls, and what looks for them. */
    public record Watch(MachineStalls stalls, Pace pace, FileChannel file) implements AutoCloseable {
        @Override
        public void close() {
            pace.close();
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot close the file of the looks", e);
            }
        }
    }

    /** Called by one thread, as often as a tenth of a second allows. */
    void look() {
        long now = nanos.getAsLong();
        var late = Duration.ofNanos(now - lastLook).minus(BETWEEN_LOOKS);
        if (late.compareTo(longest) > 0) {
            longest = late;
        }
        lastLook = now;
    }

    /** Thread-safe. */
    public Duration longest() {
        return longest;
    }
}
