package io.tidings.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** CPU time of the threads of a process, by their names, which Linux cuts to 15 characters. */
final class ThreadTimes {
    private static final long MILLIS_PER_TICK = 10;

    /** Places after the name in {@code /proc/PID/task/TID/stat}. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    private ThreadTimes() {}

    /** Adds up threads of the same name; empty where the operating system does not report them. */
    static Map<String, Duration> of(long pid) {
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
}
