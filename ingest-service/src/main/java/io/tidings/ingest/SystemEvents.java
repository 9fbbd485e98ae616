package io.tidings.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.RequiredTopic;
import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.announce.Announcer;
import io.tidings.ingest.announce.PresentConditions;
import io.tidings.ingest.announce.SystemEventWriter;
import io.tidings.ingest.overview.StorageConditions;
import io.tidings.ingest.systemevent.StorageAnnouncements;
import io.tidings.ingest.systemevent.SubscriptionAnnouncements;
import io.tidings.runtime.ProgramScope;
import java.time.Clock;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** Opens the parts that publish system events. */
record SystemEvents(
        ProgramScope scope,
        IngestConfig config,
        MeterRegistry registry,
        ResourceTable table,
        EndpointHealthTable health,
        StorageConditions conditions,
        Clock clock) {
    /** Returns the work of the owner, which does nothing without a topic of system events. */
    Runnable announcer(Producer<byte[], byte[]> producer) {
        var topic = config.log().systemTopic();
        return topic == null ? () -> {} : announcer(topic, producer);
    }

    private Announcer announcer(String topic, Producer<byte[], byte[]> producer) {
        var ids = config.resources().ids();
        var partition = new TopicPartition(config.log().topics().conditions(), 0);
        var follower = scope.follow(conditions.follower()).awaitCaughtUp();
        return new Announcer(
                new PresentConditions(
                        table,
                        health,
                        conditions.table(),
                        () -> follower.position(partition),
                        new RequiredTopic(topic, EventSchema.CLOUD_EVENTS)),
                new SubscriptionAnnouncements(ids),
                new StorageAnnouncements(ids.idOf(topic)),
                new SystemEventWriter(producer, config.log().topics(), topic, registry),
                clock);
    }
}
