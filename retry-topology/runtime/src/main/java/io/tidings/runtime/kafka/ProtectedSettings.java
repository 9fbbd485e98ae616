package io.tidings.runtime.kafka;

import static java.util.Map.entry;

import io.tidings.runtime.InvalidSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The native settings that operators cannot change, because guarantees depend on them. */
final class ProtectedSettings {
    private static final Map<String, String> OF_CONSUMERS = Map.ofEntries(
            entry("enable.auto.commit", "an offset is committed when its records are finished, not before"),
            entry("isolation.level", "records of aborted transactions would count"),
            entry("auto.offset.reset", "a lost offset would be skipped, or everything read again"),
            entry("group.id", "it follows from topic.prefix; set that"),
            entry("group.protocol", "partitions are handed over by the classic protocol"),
            entry("partition.assignment.strategy", "partitions of the same number belong to one process"),
            entry("group.instance.id", "it follows from the instance.id of the program; set that"),
            entry("key.deserializer", "keys are read as bytes"),
            entry("value.deserializer", "values are read as bytes"));
    private static final Map<String, String> OF_PRODUCERS = Map.ofEntries(
            entry("acks", "acknowledged records must be on all replicas in sync"),
            entry("enable.idempotence", "a repeated send would write twice"),
            entry("transactional.id", "it fences the former process; programs choose it"),
            entry("key.serializer", "keys are written as bytes"),
            entry("value.serializer", "values are written as bytes"));
    private static final Map<String, String> OF_STREAMS = Map.ofEntries(
            entry("processing.guarantee", "matching is at least once, and its records are no transactions"),
            entry("application.id", "it follows from topic.prefix; set that"),
            entry("default.key.serde", "keys are bytes"),
            entry("default.value.serde", "values are bytes"));
    private static final List<String> CONSUMERS = List.of(
            "consumer.",
            "kafka.",
            "streams.",
            "streams.consumer.",
            "streams.main.consumer.",
            "streams.restore.consumer.");
    private static final List<String> PRODUCERS = List.of("producer.", "kafka.", "streams.", "streams.producer.");
    private static final Map<String, String> REASONS = reasons();

    private ProtectedSettings() {}

    /** @throws InvalidSettings with every protected setting, and the reason */
    static void check(Map<String, String> settings) {
        var problems = new ArrayList<String>();
        for (var name : settings.keySet()) {
            var reason = REASONS.get(name);
            if (reason != null) {
                problems.add(problem(name, reason));
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
    }

    /** Returns the problem of each setting that a producer cannot have. */
    static List<String> ofProducer(String prefix, Map<String, String> settings) {
        return OF_PRODUCERS.entrySet().stream()
                .filter(each -> settings.containsKey(each.getKey()))
                .map(each -> problem(prefix + each.getKey(), each.getValue()))
                .toList();
    }

    private static String problem(String name, String reason) {
        return name + ": cannot be set, " + reason + "; remove it";
    }

    private static Map<String, String> reasons() {
        var reasons = new HashMap<String, String>();
        CONSUMERS.forEach(prefix -> OF_CONSUMERS.forEach((name, reason) -> reasons.put(prefix + name, reason)));
        PRODUCERS.forEach(prefix -> OF_PRODUCERS.forEach((name, reason) -> reasons.put(prefix + name, reason)));
        for (var prefix : List.of("kafka.", "streams.")) {
            OF_STREAMS.forEach((name, reason) -> reasons.put(prefix + name, reason));
        }
        return Map.copyOf(reasons);
    }
}
