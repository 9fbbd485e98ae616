package io.tidings.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The threads of a process: their CPU time by name, which Linux cuts to 15 characters, and their context switches. */
final class ProcessThreads {
    private static final long MILLIS_PER_TICK = 10;

    /** Places after the name in {@code /proc/PID/task/TID/stat}. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    /** In {@code /proc/PID/task/TID/status}, also as the end of {@code nonvoluntary_ctxt_switches}. */
    private static final String CONTEXT_SWITCHES = "voluntary_ctxt_switches:";

    private ProcessThreads() {}

    /** Adds up threads of the same name; empty where the operating system does not report them. */
    static Map<String, Duration> times(long pid) {
        var times = new TreeMap<String, Duration>();
        try (var tasks = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (var task : tasks) {
                add(task, times);
            }
        } catch (IOException e) {
            return Map.of(); // no Linux
        }
        return times;
    }

    private static void add(Path task, Map<String, Duration> times) {
        try {
            var stat = Files.readString(task.resolve("stat"));
            times.merge(name(stat), time(stat), Duration::plus);
        } catch (IOException e) {
            // the thread has ended
        }
    }

    /** Drops the number, so that the threads of a pool count as one. */
    static String name(String stat) {
        var name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        return name.replaceAll("[-#0-9 ]+$", "");
    }

    static Duration time(String stat) {
        var words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Duration.ofMillis((Long.parseLong(words[USER]) + Long.parseLong(words[SYSTEM])) * MILLIS_PER_TICK);
    }

    /** Counts the threads that run now; zero where the operating system does not report them. */
    static long contextSwitches(long pid) {
        long switches = 0;
        try (var tasks = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (var task : tasks) {
                switches += contextSwitches(task);
            }
        } catch (IOException e) {
            return 0; // no Linux
        }
        return switches;
    }

    private static long contextSwitches(Path task) {
        try {
            return contextSwitches(Files.readAllLines(task.resolve("status")));
        } catch (IOException e) {
            return 0; // the thread has ended
        }
    }

    static long contextSwitches(List<String> status) {
        return status.stream()
                .filter(line -> line.contains(CONTEXT_SWITCHES))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .sum();
    }
}
