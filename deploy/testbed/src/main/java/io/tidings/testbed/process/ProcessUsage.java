package io.tidings.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The usage of a process so far; zero or empty where the operating system does not report it.
 *
 * @param cpu user and system time
 * @param threads the same by names of threads
 * @param contextSwitches of the threads that have not ended
 * @param peakMegabytes of resident memory
 */
public record ProcessUsage(Duration cpu, Map<String, Duration> threads, long contextSwitches, long peakMegabytes) {
    private static final String PEAK = "VmHWM:";

    static ProcessUsage of(ProcessHandle process) {
        return new ProcessUsage(
                process.info().totalCpuDuration().orElse(Duration.ZERO),
                ProcessThreads.times(process.pid()),
                ProcessThreads.contextSwitches(process.pid()),
                peak(process.pid()));
    }

    /** CPU time of the threads since then, without those that have ended. */
    public Map<String, Duration> threadsSince(ProcessUsage earlier) {
        var since = new TreeMap<String, Duration>();
        threads.forEach((name, time) ->
                since.put(name, time.minus(earlier.threads().getOrDefault(name, Duration.ZERO))));
        return since;
    }

    /** Switches since then, without those of threads that have ended. */
    public long contextSwitchesSince(ProcessUsage earlier) {
        return Math.max(0, contextSwitches - earlier.contextSwitches());
    }

    private static long peak(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith(PEAK))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0; // no Linux
        }
    }
}
