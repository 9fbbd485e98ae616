package io.tidings.runtime.kafka;

import java.time.Duration;
import java.util.Collection;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The other instances of a group, which can take over partitions. */
public record GroupPeers(Admin admin, String group, String instanceId) {
    private static final Logger log = LoggerFactory.getLogger(GroupPeers.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Returns false if Kafka does not respond. */
    public boolean present() {
        try {
            return members().stream().anyMatch(this::isPeer);
        } catch (KafkaException e) {
            log.debug("other instances are not known", e);
            return false;
        }
    }

    /**
     * Removes this instance, whose consumers have ended, from the group. Its next one gets another assignment; a static
     * member that comes back gets its last one again.
     */
    public void removeThisInstance() {
        try {
            var own = members().stream()
                    .filter(member -> !isPeer(member))
                    .flatMap(member -> member.groupInstanceId().stream())
                    .map(MemberToRemove::new)
                    .toList();
            if (!own.isEmpty()) {
                KafkaFutures.await(
                        admin.removeMembersFromConsumerGroup(
                                        group, new RemoveMembersFromConsumerGroupOptions(own).timeoutMs((int)
                                                        PATIENCE.toMillis()))
                                .all(),
                        "leaving the group");
            }
        } catch (KafkaException e) {
            log.warn("this instance could not leave the group {}; it gets its last assignment again", group, e);
        }
    }

    private Collection<MemberDescription> members() {
        return new ConsumerGroup(new PartitionLogs(admin).within(PATIENCE), group).members();
    }

    /** Streams adds the number of the thread to the name of an instance. */
    private boolean isPeer(MemberDescription member) {
        return member.groupInstanceId()
                .filter(name -> name.matches("\\Q" + instanceId + "\\E-\\d+"))
                .isEmpty();
    }
}
