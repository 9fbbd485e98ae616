package io.tidings.contract.health;

/**
 * The offsets of one partition of a tier from which all movable records of one subscription have been moved
 * (B-RECOVER-3). A record in these ranges is finished without being sent when its tier comes to it.
 *
 * @param uid of the subscription
 * @param topicId of the tier's Kafka topic, whose offsets these are
 */
public record MovedOffsets(String uid, String topicId, MovedRanges ranges) {
    public MovedOffsets {
        if (uid.isEmpty()) {
            throw new IllegalArgumentException("moved offsets of no subscription");
        }
    }

    public MovedOffsets with(MovedRanges other) {
        return new MovedOffsets(uid, topicId, other);
    }
}
