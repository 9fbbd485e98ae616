package io.tidings.chaos.evidence;

import io.tidings.contract.ClockReading;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.Pace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The times at which the machine stood still for a second or more. A thread runs every tenth of a second and writes to
 * a file; the machine stood still when the thread was late.
 */
public final class MachineStalls {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Supplier<ClockReading> clock;
    private final List<Disturbance> all = new CopyOnWriteArrayList<>();
    private ClockReading lastLook;

    MachineStalls(Supplier<ClockReading> clock) {
        this.clock = clock;
        this.lastLook = clock.get();
    }

    /** Looks until the result is closed. */
    public static Watch watch(Path file) {
        var stalls = new MachineStalls(() -> new ClockReading(Instant.now(), System.nanoTime()));
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

    /** One thread calls this every tenth of a second, if the machine lets it. */
    void look() {
        var now = clock.get();
        var late = now.since(lastLook).minus(BETWEEN_LOOKS);
        if (late.compareTo(SHORTEST) >= 0) {
            all.add(new Disturbance(
                    "the machine stood still", Reach.RESULTS, now.wall().minus(late), now.wall()));
        }
        lastLook = now;
    }

    /** Thread-safe. */
    public List<Disturbance> all() {
        return List.copyOf(all);
    }

    /** Thread-safe. */
    public Duration longest() {
        return all.stream()
                .map(each -> Duration.between(each.from(), each.until()))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
