package io.tidings.runtime.topics;

import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.lane.Growth;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.kafka.BrokerHealth;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates missing Kafka topics and refuses to work with those that contradict what Tidings needs. Every program does
 * this when it starts, and two may do it at once.
 */
public final class TopicProvisioner {
    private static final Logger log = LoggerFactory.getLogger(TopicProvisioner.class);
    /** The exporter's default, for programs that do not have its setting. */
    static final Duration DEAD_LETTER_DELAY = Duration.ofMinutes(5);

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final KafkaClients clients;
    private final Topics topics;

    public TopicProvisioner(KafkaClients clients, Topics topics) {
        this.clients = clients;
        this.topics = topics;
    }

    public int provision(int partitions, int replication, TimeScale scale) {
        return provision(partitions, replication, DEAD_LETTER_DELAY, scale);
    }

    /**
     * @param partitions for new topics; existing ones may have another number
     * @param replication for new topics; -1 for the broker's default
     * @return the number of partitions of {@code deliveries}; the other topics of the ladder may have more (B-LANE-3)
     * @throws InvalidSettings if existing topics contradict, with what to do about it
     */
    public int provision(int partitions, int replication, Duration deadLetterDelay, TimeScale scale) {
        BrokerHealth.awaitFirst(clients);
        try (var admin = clients.admin()) {
            var existing = describe(admin, TopicPlan.of(topics, partitions, deadLetterDelay));
            var ladder = existing.get(topics.deliveries());
            int wanted = ladder == null ? partitions : ladder.partitions().size();
            if (wanted != partitions) {
                log.info(
                        "topics have {} partitions; the setting partitions={} is for new ones only{}",
                        wanted,
                        partitions,
                        partitions > wanted ? ", and the command grow adds partitions to these" : "");
            }
            var plans = TopicPlan.of(topics, wanted, deadLetterDelay);
            var scaleMark = new ScaleMark(clients, admin, topics);
            if (ladder == null) {
                var table = plans.stream()
                        .filter(plan -> plan.name().equals(topics.topics()))
                        .toList();
                create(admin, table, existing, (short) replication);
                existing.putAll(describe(admin, table));
                scaleMark.leave(scale);
            }
            create(admin, plans, existing, (short) replication);
            var found = describe(admin, plans);
            var settings = settings(admin, found);
            check(plans, found, settings);
            warn(admin, found, settings);
            tellGrowth(found, wanted);
            scaleMark.check(scale);
            return wanted;
        } catch (AuthorizationException e) {
            throw new InvalidSettings(List.of("kafka.: this program lacks rights in Kafka (" + e.getMessage()
                    + "); docs/security.md lists the ACLs that it needs"));
        }
    }

    private static Map<String, TopicDescription> describe(Admin admin, List<TopicPlan> plans) {
        return new PartitionLogs(admin)
                .described(plans.stream().map(TopicPlan::name).toList());
    }

    private void create(Admin admin, List<TopicPlan> plans, Map<String, TopicDescription> existing, short replication) {
        var missing = plans.stream()
                .filter(plan -> !existing.containsKey(plan.name()))
                .map(plan -> new NewTopic(
                                plan.name(),
                                Optional.of(plan.partitions()),
                                replication < 0 ? Optional.empty() : Optional.of(replication))
                        .configs(plan.settings()))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        log.info("creating {} topics", missing.size());
        admin.createTopics(missing).values().forEach((name, created) -> {
            try {
                KafkaFutures.await(created, "creating topic " + name);
            } catch (TopicExistsException e) {
                log.debug("another program was faster to create topic {}", name);
            } catch (PolicyViolationException | InvalidReplicationFactorException | AuthorizationException e) {
                throw new InvalidSettings(List.of("topic " + name + " cannot be created: " + e.getMessage()));
            }
        });
        awaitPartitions(admin, missing.stream().map(NewTopic::name).toList());
    }

    /**
     * A new topic is known a moment later, and can be written to even later: of several batches that are sent to a
     * partition in the meantime, Kafka may accept the second and refuse the first for good.
     */
    private static void awaitPartitions(Admin admin, List<String> created) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!canBeWritten(admin, created)) {
            if (System.nanoTime() - deadline > 0) {
                throw new KafkaException(
                        "topics that were just created do not exist; check the brokers, and start again");
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    /** A broker that returns the end offset has created the partition. */
    private static boolean canBeWritten(Admin admin, List<String> created) {
        try {
            var logs = new PartitionLogs(admin);
            var partitions = logs.partitions(created);
            var ends = logs.offsets(partitions, OffsetSpec.latest());
            return ends.keySet().stream().map(TopicPartition::topic).distinct().count() == created.size();
        } catch (UnknownTopicOrPartitionException e) {
            return false;
        }
    }

    private static Map<String, Config> settings(Admin admin, Map<String, TopicDescription> existing) {
        var resources = existing.keySet().stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        var settings = new HashMap<String, Config>();
        KafkaFutures.await(admin.describeConfigs(resources).all(), "asking for settings of topics")
                .forEach((resource, config) -> settings.put(resource.name(), config));
        return settings;
    }

    private static void check(
            List<TopicPlan> plans, Map<String, TopicDescription> existing, Map<String, Config> settings) {
        var problems = new ArrayList<String>();
        for (var plan : plans) {
            var description = existing.get(plan.name());
            var config = settings.get(plan.name());
            if (description != null && config != null) {
                problems.addAll(contradictions(plan, description.partitions().size(), config));
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
    }

    /** Only warns, because the number of replicas is the operator's decision. */
    private static void warn(Admin admin, Map<String, TopicDescription> existing, Map<String, Config> settings) {
        var brokers = KafkaFutures.await(admin.describeCluster().nodes(), "asking for brokers");
        new ReplicaCheck(existing, settings).warning(brokers.size()).ifPresent(log::warn);
    }

    private void tellGrowth(Map<String, TopicDescription> existing, int deliveries) {
        var most = existing.entrySet().stream()
                .filter(topic -> Growth.order(topics).contains(topic.getKey()))
                .mapToInt(topic -> topic.getValue().partitions().size())
                .max()
                .orElse(deliveries);
        if (most > deliveries) {
            log.warn(
                    "the growth to {} partitions is not finished: {} still has {}; run the command again",
                    most,
                    topics.deliveries(),
                    deliveries);
        }
    }

    private static List<String> contradictions(TopicPlan plan, int partitions, Config config) {
        var problems = new ArrayList<String>();
        if (!plan.fit().allows(partitions, plan.partitions())) {
            problems.add("topic " + plan.name() + " has " + partitions + " partitions, it must have "
                    + plan.partitions() + ": "
                    + (partitions < plan.partitions()
                            ? "add the missing ones with kafka-topics --alter --partitions " + plan.partitions()
                            : "it must be emptied, deleted and created again"));
        }
        requireEqual(plan, config, "cleanup.policy", plan.cleanup().policy(), problems);
        requireEqual(plan, config, "message.timestamp.type", "LogAppendTime", problems);
        requireAtLeast(plan, config, "max.message.bytes", KafkaClients.MAX_RECORD_BYTES, problems);
        if (plan.settings().containsKey("min.compaction.lag.ms")) {
            requireAtLeast(plan, config, "min.compaction.lag.ms", TopicPlan.DAY.toMillis(), problems);
        }
        if (!plan.neededRetention().isZero()) {
            requireAtLeast(plan, config, "retention.ms", plan.neededRetention().toMillis(), problems);
            requireEqual(plan, config, "retention.bytes", TopicPlan.UNLIMITED, problems);
        }
        return problems;
    }

    private static void requireEqual(TopicPlan plan, Config config, String name, String needed, List<String> problems) {
        var value = config.get(name).value();
        if (!needed.equals(value)) {
            problems.add(contradiction(plan, name, value, "must be " + needed, needed));
        }
    }

    private static void requireAtLeast(TopicPlan plan, Config config, String name, long needed, List<String> problems) {
        long value = Long.parseLong(config.get(name).value());
        boolean unlimited = value == -1;
        if (!unlimited && value < needed) {
            problems.add(contradiction(
                    plan, name, Long.toString(value), "must be at least " + needed, Long.toString(needed)));
        }
    }

    private static String contradiction(TopicPlan plan, String name, String value, String rule, String repair) {
        return "topic " + plan.name() + " has " + name + "=" + value + ", which " + rule
                + ": kafka-configs --alter --entity-type topics --entity-name " + plan.name() + " --add-config " + name
                + "=" + repair;
    }
}
