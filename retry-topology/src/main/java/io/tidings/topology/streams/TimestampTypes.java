package io.tidings.topology.streams;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether the timestamps of a Kafka topic are the broker's append times.
 *
 * <p>Streams drops the type of a timestamp, so this reads the topic's setting with its first record, and again every
 * minute. Until it is known, a timestamp counts as the producer's: events may live longer than they should, never
 * shorter. Thread-safe.
 */
public final class TimestampTypes implements Predicate<String> {
    private static final Logger log = LoggerFactory.getLogger(TimestampTypes.class);
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final int PATIENCE_MS = 5000;
    private static final String SETTING = "message.timestamp.type";

    private final Admin admin;
    private final String shared;
    private final InstantSource clock;
    private final Map<String, Known> settings = new ConcurrentHashMap<>();

    private record Known(boolean appendTime, Instant asked) {}

    public TimestampTypes(Admin admin, Topics topics, InstantSource clock) {
        this.admin = admin;
        this.shared = topics.events();
        this.clock = clock;
    }

    @Override
    public boolean test(String kafkaTopic) {
        return kafkaTopic.equals(shared) // checked when the program started
                || ofDedicated(kafkaTopic);
    }

    private boolean ofDedicated(String kafkaTopic) {
        var now = clock.instant();
        var known = settings.get(kafkaTopic);
        if (known != null && now.isBefore(known.asked().plus(FRESH))) {
            return known.appendTime();
        }
        boolean appendTime = asked(kafkaTopic, known != null && known.appendTime());
        settings.put(kafkaTopic, new Known(appendTime, now));
        if (!appendTime && (known == null || known.appendTime())) {
            log.warn(
                    "{} has timestamps of its producers: the time to live of its events counts from their matching;"
                        + " kafka-configs --alter --entity-type topics --entity-name {} --add-config {}=LogAppendTime"
                        + " makes it count from publishing",
                    kafkaTopic,
                    kafkaTopic,
                    SETTING);
        }
        return appendTime;
    }

    private boolean asked(String kafkaTopic, boolean otherwise) {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, kafkaTopic);
        try {
            var configs = admin.describeConfigs(List.of(resource), new DescribeConfigsOptions().timeoutMs(PATIENCE_MS));
            var config = KafkaFutures.await(configs.all(), "asking for settings of " + kafkaTopic)
                    .get(resource);
            return config != null && "LogAppendTime".equals(config.get(SETTING).value());
        } catch (KafkaException e) {
            log.warn("the settings of {} are unknown; they are read again in a minute", kafkaTopic, e);
            return otherwise;
        }
    }
}
