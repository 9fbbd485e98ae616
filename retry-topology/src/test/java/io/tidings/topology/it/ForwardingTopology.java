package io.tidings.topology.it;

import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** The form of the topology without matching: events that become deliveries. */
final class ForwardingTopology {
    private static final String EVENTS = "events";
    private static final String MATCH = "match";

    private ForwardingTopology() {}

    static Topology ofTopic(String prefix) {
        var bytes = new ByteArrayDeserializer();
        return rest(new Topology().addSource(EVENTS, bytes, bytes, prefix + EVENTS), prefix);
    }

    /** With events of several topics, as the topology reads them. */
    static Topology ofPattern(String prefix) {
        var bytes = new ByteArrayDeserializer();
        var pattern = Pattern.compile(Pattern.quote(prefix + EVENTS) + ".*");
        return rest(new Topology().addSource(EVENTS, bytes, bytes, pattern), prefix);
    }

    private static Topology rest(Topology topology, String prefix) {
        var bytes = new ByteArraySerializer();
        return topology.addProcessor(MATCH, Forwarder::new, EVENTS)
                .addSink("to-deliveries", prefix + "deliveries", bytes, bytes, MATCH);
    }

    private static final class Forwarder extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> record) {
            context().forward(record);
        }
    }
}
