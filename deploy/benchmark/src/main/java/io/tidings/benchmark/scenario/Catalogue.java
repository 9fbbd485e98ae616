package io.tidings.benchmark.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/** All that can be measured, by name. */
public final class Catalogue {
    /** The id of the rows that the others are compared with. */
    public static final String LIMIT = ClientAlone.ID;

    public static final String FULL = "full";
    public static final String QUICK = "quick";

    private static final Pattern NUMBERED = Pattern.compile("([a-z]+)-([1-9][0-9]{0,4})");

    private static final Map<String, IntFunction<Scenario>> FAMILIES = Map.of(
            "worker", WorkerAlone::with,
            "batching", WorkerAlone::batching,
            "pipeline", Pipeline::new,
            "steady", Steady::new,
            "ingest", Ingest::new);

    private static final Map<String, Scenario> SINGLE = Map.ofEntries(
            Map.entry(ClientAlone.ID, new ClientAlone()),
            Map.entry(KafkaAlone.ID, new KafkaAlone()),
            single("attempts-all", "worker, 10, attempts.log all", Spread.EVEN, Map.of("attempts.log", "all")),
            single("attempts-none", "worker, 10, attempts.log none", Spread.EVEN, Map.of("attempts.log", "none")),
            single("hot", "worker, 10, nine of ten for one", Spread.ONE_HOT, Map.of()),
            single("half-empty", "worker, 10, half of the partitions empty", Spread.HALF_EMPTY, Map.of()),
            Map.entry("neighbours-other", new Neighbours(false)),
            Map.entry("neighbours-same", new Neighbours(true)),
            Map.entry(Outage.ID, new Outage()),
            Map.entry(PendingRetries.DUE.id(), PendingRetries.DUE),
            Map.entry(PendingRetries.VERY_MANY.id(), PendingRetries.VERY_MANY),
            Map.entry(Restart.ID, new Restart()));

    private static final Map<String, List<String>> GROUPS = groups();

    private Catalogue() {}

    private static Map.Entry<String, Scenario> single(
            String id, String title, Spread spread, Map<String, String> settings) {
        return Map.entry(id, WorkerAlone.variant(id, title, spread, settings));
    }

    private static Map<String, List<String>> groups() {
        var groups = new LinkedHashMap<String, List<String>>();
        groups.put("limits", List.of("client", "kafka"));
        groups.put("workers", List.of("worker-1", "worker-10", "worker-1000"));
        groups.put(
                "variants", List.of("batching-1", "batching-10", "attempts-all", "attempts-none", "hot", "half-empty"));
        groups.put("pipelines", List.of("pipeline-1", "pipeline-10", "steady-500"));
        groups.put("neighbours", List.of("neighbours-other", "neighbours-same"));
        groups.put("troubles", List.of("outage", "due", "pending", "restart"));
        groups.put("ingests", List.of("ingest-1", "ingest-100"));
        var full = new ArrayList<String>();
        groups.values().forEach(full::addAll);
        full.add(ClientAlone.ID); // once more: the machine may have become busier or calmer
        groups.put(FULL, List.copyOf(full));
        groups.put(
                QUICK,
                List.of(
                        "client",
                        "worker-1",
                        "worker-1000",
                        "batching-10",
                        "pipeline-1",
                        "steady-500",
                        "neighbours-same"));
        return groups;
    }

    /** For people who look for a name. */
    public static String names() {
        var text = new StringBuilder("a row, such as worker-1 or pipeline-10, or a group of them: ");
        GROUPS.forEach((name, rows) -> text.append(name)
                .append(" (")
                .append(name.equals(FULL) ? "all of these" : String.join(", ", rows))
                .append("), "));
        return text.substring(0, text.length() - 2);
    }

    /** The scenarios of that name; none when there is no such name. */
    public static List<Scenario> of(String name) {
        var group = GROUPS.get(name);
        return group == null
                ? one(name).stream().toList()
                : group.stream().flatMap(id -> one(id).stream()).toList();
    }

    private static Optional<Scenario> one(String id) {
        var numbered = NUMBERED.matcher(id);
        if (numbered.matches() && FAMILIES.containsKey(numbered.group(1))) {
            return Optional.ofNullable(FAMILIES.get(numbered.group(1)))
                    .map(family -> family.apply(Integer.parseInt(numbered.group(2))));
        }
        return Optional.ofNullable(SINGLE.get(id));
    }
}
