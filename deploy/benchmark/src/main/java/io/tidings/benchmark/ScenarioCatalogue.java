package io.tidings.benchmark;

import io.tidings.benchmark.scenario.AgentsScenario;
import io.tidings.benchmark.scenario.ClientOnlyScenario;
import io.tidings.benchmark.scenario.ConsoleScenario;
import io.tidings.benchmark.scenario.IdleScenario;
import io.tidings.benchmark.scenario.IngestScenario;
import io.tidings.benchmark.scenario.KafkaOnlyScenario;
import io.tidings.benchmark.scenario.ManySubscriptionsScenario;
import io.tidings.benchmark.scenario.PipelineScenario;
import io.tidings.benchmark.scenario.PullScenario;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.scenario.SteadyLoadScenario;
import io.tidings.benchmark.scenario.WorkerOnlyScenario;
import io.tidings.benchmark.stage.SinkConnections;
import io.tidings.benchmark.traffic.SubscriberSpread;
import io.tidings.benchmark.trouble.BacklogRecoveryScenario;
import io.tidings.benchmark.trouble.BrokerOutageScenario;
import io.tidings.benchmark.trouble.EndpointOutageScenario;
import io.tidings.benchmark.trouble.FanOutScenario;
import io.tidings.benchmark.trouble.NoisyNeighbourScenario;
import io.tidings.benchmark.trouble.OverloadScenario;
import io.tidings.benchmark.trouble.PendingRetriesScenario;
import io.tidings.benchmark.trouble.RecoveryScenario;
import io.tidings.benchmark.trouble.RecoveryScenario.Recovery;
import io.tidings.benchmark.trouble.WorkerRestartScenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/** All scenarios by name. */
final class ScenarioCatalogue {
    /** The id of the rows that the others are compared with. */
    public static final String LIMIT = ClientOnlyScenario.PLAIN.id();

    public static final String FULL = "full";
    public static final String QUICK = "quick";

    private static final Pattern NUMBERED = Pattern.compile("([a-z]+)-([1-9][0-9]{0,5})");

    private static final Map<String, IntFunction<Scenario>> FAMILIES = Map.ofEntries(
            Map.entry("worker", WorkerOnlyScenario::with),
            Map.entry("batching", WorkerOnlyScenario::batching),
            Map.entry("ordered", WorkerOnlyScenario::ordered),
            Map.entry("pipeline", PipelineScenario::with),
            Map.entry("lanes", PipelineScenario::spread),
            Map.entry("steady", SteadyLoadScenario::new),
            Map.entry("console", ConsoleScenario::new),
            Map.entry("subscriptions", ManySubscriptionsScenario::ofTopics),
            Map.entry("ingest", IngestScenario::new),
            Map.entry("overload", OverloadScenario::new),
            Map.entry("agents", AgentsScenario::new));

    private static final Map<String, Scenario> SINGLE = Map.ofEntries(
            Map.entry(LIMIT, ClientOnlyScenario.PLAIN),
            Map.entry(ClientOnlyScenario.TLS.id(), ClientOnlyScenario.TLS),
            tls(SinkConnections.TLS, 1, "tls", "worker, 1 over TLS"),
            tls(SinkConnections.NEW_TLS, 10, "tls-new", "worker, 1, new TLS connections, resumed"),
            tls(SinkConnections.NEW_TLS_IN_FULL, 10, "tls-new-full", "worker, 1, new TLS connections, in full"),
            Map.entry(KafkaOnlyScenario.ID, new KafkaOnlyScenario()),
            single(
                    "attempts-all",
                    "worker, 10, attempts.log all",
                    SubscriberSpread.EVEN,
                    Map.of("attempts.log", "all")),
            single(
                    "attempts-none",
                    "worker, 10, attempts.log none",
                    SubscriberSpread.EVEN,
                    Map.of("attempts.log", "none")),
            single(
                    "stats-none",
                    "worker, 10, stats.enabled false",
                    SubscriberSpread.EVEN,
                    Map.of("stats.enabled", "false")),
            single("hot", "worker, 10, nine of ten for one", SubscriberSpread.ONE_HOT, Map.of()),
            Map.entry(
                    "signed",
                    WorkerOnlyScenario.extended(
                            "signed",
                            "worker, 10, signed requests",
                            "{\"signing\":{\"secret\":\"whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\"}}")),
            Map.entry(
                    "oauth",
                    WorkerOnlyScenario.extended(
                            "oauth",
                            "worker, 10, with access tokens",
                            "{\"authentication\":{\"oauth2\":{\"tokenUrl\":\"" + WorkerOnlyScenario.TOKEN_URL
                                    + "\",\"clientId\":\"benchmark\",\"clientSecret\":\"benchmark\"}}}")),
            single("half-empty", "worker, 10, half of the partitions empty", SubscriberSpread.HALF_EMPTY, Map.of()),
            Map.entry("neighbours-other", new NoisyNeighbourScenario(false)),
            Map.entry("neighbours-same", new NoisyNeighbourScenario(true)),
            Map.entry(IdleScenario.ID, new IdleScenario()),
            Map.entry(EndpointOutageScenario.ID, new EndpointOutageScenario()),
            Map.entry(PendingRetriesScenario.DUE.id(), PendingRetriesScenario.DUE),
            Map.entry(PendingRetriesScenario.VERY_MANY.id(), PendingRetriesScenario.VERY_MANY),
            pull(1, 1),
            pull(1, 100),
            pull(32, 1),
            pull(32, 100),
            tenants(10_000),
            tenants(100_000),
            recovery(Recovery.SCHEDULE),
            recovery(Recovery.FORWARD),
            recovery(Recovery.RETRY_NOW),
            Map.entry(BacklogRecoveryScenario.ID, new BacklogRecoveryScenario()),
            Map.entry(BrokerOutageScenario.ID, new BrokerOutageScenario()),
            Map.entry(FanOutScenario.ID, new FanOutScenario()),
            Map.entry(WorkerRestartScenario.ID, new WorkerRestartScenario()));

    private static final Map<String, List<String>> GROUPS = groups();

    private ScenarioCatalogue() {}

    private static Map.Entry<String, Scenario> single(
            String id, String title, SubscriberSpread spread, Map<String, String> settings) {
        return Map.entry(id, WorkerOnlyScenario.variant(id, title, spread, settings));
    }

    private static Map.Entry<String, Scenario> pull(int receivers, int batch) {
        var scenario = new PullScenario(receivers, batch);
        return Map.entry(scenario.id(), scenario);
    }

    private static Map.Entry<String, Scenario> tenants(int count) {
        var scenario = ManySubscriptionsScenario.ofTenants(count);
        return Map.entry(scenario.id(), scenario);
    }

    private static Map.Entry<String, Scenario> tls(SinkConnections connections, int part, String id, String title) {
        return Map.entry(id, WorkerOnlyScenario.over(connections, part, id, title));
    }

    private static Map.Entry<String, Scenario> recovery(Recovery recovery) {
        var scenario = new RecoveryScenario(recovery);
        return Map.entry(scenario.id(), scenario);
    }

    private static Map<String, List<String>> groups() {
        var groups = new LinkedHashMap<String, List<String>>();
        groups.put("limits", List.of("client", "kafka"));
        groups.put("workers", List.of("worker-1", "worker-10", "worker-1000"));
        groups.put("encrypted", List.of("tls-client", "tls", "tls-new", "tls-new-full"));
        groups.put(
                "variants",
                List.of(
                        "batching-1",
                        "batching-10",
                        "attempts-all",
                        "attempts-none",
                        "stats-none",
                        "hot",
                        "half-empty",
                        "ordered-1000",
                        "ordered-100000",
                        "signed",
                        "oauth"));
        groups.put(
                "pipelines",
                List.of(
                        "pipeline-1",
                        "pipeline-10",
                        "lanes-1",
                        "lanes-4",
                        "steady-5",
                        "steady-50",
                        "steady-500",
                        "steady-2000",
                        "console-1000",
                        "idle"));
        groups.put(
                "subscriptions",
                List.of("subscriptions-1000", "subscriptions-10000", "subscriptions-100000", "tenants-100000"));
        groups.put("neighbours", List.of("neighbours-other", "neighbours-same"));
        groups.put("troubles", List.of("outage", "due", "pending", "restart"));
        groups.put(
                "recoveries",
                List.of("recovery-schedule", "recovery-forward", "recovery-retry-now", "recovery-backlog"));
        groups.put("ingests", List.of("ingest-1", "ingest-100"));
        groups.put("queues", List.of("pull-1x1", "pull-1x100", "pull-32x1", "pull-32x100"));
        var full = new ArrayList<String>();
        groups.values().forEach(full::addAll);
        full.add(LIMIT); // again, because the load of the machine may have changed
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
        groups.put("agents", List.of("agents-10000"));
        groups.put("overloads", List.of("overload-10", BrokerOutageScenario.ID, FanOutScenario.ID));
        return groups;
    }

    /** The names, for people. */
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
