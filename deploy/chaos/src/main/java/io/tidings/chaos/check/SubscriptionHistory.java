package io.tidings.chaos.check;

import java.time.Instant;
import java.util.List;

/**
 * All that is known of one subscription.
 *
 * @param accepted events that are owed to it
 * @param offered events that are owed only if it existed, because it comes and goes
 * @param received of a queue
 * @param settled of a queue, in the order in which the lines were written
 * @param attempts in the order of the log
 * @param letters in its blobs
 * @param leftAlone records of probation in the order of the log
 * @param movedForward when the broker appended records of a recovery, in the order of the log
 */
public record SubscriptionHistory(
        String subscription,
        List<AcceptedEvent> accepted,
        List<AcceptedEvent> offered,
        List<MatchedDelivery> matched,
        List<EndpointRequest> requests,
        List<ReceivedEvent> received,
        List<SettledEvent> settled,
        List<CommittedAttempt> attempts,
        List<DeadLettered> buried,
        List<BlobRecord> letters,
        List<SubscriptionChange> changes,
        List<ProbationWindow> leftAlone,
        List<Instant> movedForward) {
    public SubscriptionHistory {
        accepted = List.copyOf(accepted);
        offered = List.copyOf(offered);
        matched = List.copyOf(matched);
        requests = List.copyOf(requests);
        received = List.copyOf(received);
        settled = List.copyOf(settled);
        attempts = List.copyOf(attempts);
        buried = List.copyOf(buried);
        letters = List.copyOf(letters);
        changes = List.copyOf(changes);
        leftAlone = List.copyOf(leftAlone);
        movedForward = List.copyOf(movedForward);
    }
}
