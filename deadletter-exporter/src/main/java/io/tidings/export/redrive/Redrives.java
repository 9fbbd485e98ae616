package io.tidings.export.redrive;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.export.redrive.choice.EarlierRedrive;
import io.tidings.export.redrive.choice.Selection;
import io.tidings.runtime.kafka.KafkaAnswer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;

/**
 * The redrives of one subscription as Kafka keeps them: each is a consumer group, whose offsets say how far it got and
 * whose metadata says what it selected.
 */
record Redrives(Topics topics, SubscriptionKey subscription) {
    /** A commit is answered before the group knows of it: what is on its way is waited for. */
    private static final ListConsumerGroupOffsetsOptions DECIDED =
            new ListConsumerGroupOffsetsOptions().requireStable(true);

    /** The group of one that starts now; when it ran can be seen from its name. */
    String group(Instant now) {
        return start() + now.truncatedTo(ChronoUnit.MILLIS);
    }

    /** What only one at a time can have. */
    String transactionalId() {
        return topics.prefix() + "redrive." + subscription;
    }

    List<EarlierRedrive> earlier(Admin admin) {
        var groups = KafkaAnswer.await(admin.listGroups().all(), "asking for consumer groups").stream()
                .map(GroupListing::groupId)
                .filter(group -> group.startsWith(start()))
                .toList();
        var earlier = new ArrayList<EarlierRedrive>();
        for (var group : groups) {
            read(admin, group, earlier);
        }
        return earlier;
    }

    private void read(Admin admin, String group, List<EarlierRedrive> earlier) {
        var offsets = KafkaAnswer.await(
                admin.listConsumerGroupOffsets(group, DECIDED).partitionsToOffsetAndMetadata(),
                "asking for the offsets of " + group);
        var selections = new HashMap<Selection, HashMap<Integer, Long>>();
        offsets.forEach((partition, offset) -> {
            if (partition.topic().equals(topics.deadLetters()) && offset != null) {
                var selection = Selection.parse(offset.metadata())
                        .orElseThrow(() -> new CannotRedrive("consumer group " + group
                                + " is no redrive of this release: delete it with kafka-consumer-groups --delete"
                                + " --group '" + group + "' when what it brought back may be brought back again"));
                selections.computeIfAbsent(selection, _ -> new HashMap<>()).put(partition.partition(), offset.offset());
            }
        });
        selections.forEach((selection, positions) -> earlier.add(new EarlierRedrive(selection, positions)));
    }

    private String start() {
        return transactionalId() + "@";
    }
}
