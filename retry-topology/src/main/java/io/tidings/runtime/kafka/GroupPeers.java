package io.tidings.runtime.kafka;

import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The other instances of a group, which can take over partitions. */
public record GroupPeers(Admin admin, String group, String instanceId) {
    private static final Logger log = LoggerFactory.getLogger(GroupPeers.class);
    private static final int PATIENCE_MS = 5000;

    /** Returns false if Kafka does not respond. */
    public boolean present() {
        var options = new DescribeConsumerGroupsOptions().timeoutMs(PATIENCE_MS);
        try {
            var description = admin.describeConsumerGroups(List.of(group), options)
                    .describedGroups()
                    .get(group);
            return description != null
                    && KafkaFutures.await(description, "looking for other instances").members().stream()
                            .anyMatch(this::isPeer);
        } catch (KafkaException e) {
            log.debug("other instances are not known", e);
            return false;
        }
    }

    /** Streams adds the number of the thread to the name of an instance. */
    private boolean isPeer(MemberDescription member) {
        return member.groupInstanceId()
                .filter(name -> name.matches("\\Q" + instanceId + "\\E-\\d+"))
                .isEmpty();
    }
}
