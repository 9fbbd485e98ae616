package io.tidings.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The time that all processors were busy since the machine was started. */
public final class MachineTime {
    private static final Path STAT = Path.of("/proc/stat");

    /** A tick of USER_HZ, which is fixed on Linux. */
    private static final long MILLIS_PER_TICK = 10;

    private MachineTime() {}

    /** Zero where the operating system does not report it. */
    public static Duration busy() {
        try (var lines = Files.lines(STAT)) {
            return lines.filter(line -> line.startsWith("cpu "))
                    .findFirst()
                    .map(MachineTime::busy)
                    .orElse(Duration.ZERO);
        } catch (IOException e) {
            return Duration.ZERO; // no Linux
        }
    }

    /** {@code cpu user nice system idle iowait irq softirq steal …} */
    static Duration busy(String line) {
        var words = line.trim().split(" +", -1);
        long ticks = 0;
        for (int i = 1; i < Math.min(words.length, 9); i++) {
            boolean idle = i == 4 || i == 5;
            ticks += idle ? 0 : Long.parseLong(words[i]);
        }
        return Duration.ofMillis(ticks * MILLIS_PER_TICK);
    }
}
