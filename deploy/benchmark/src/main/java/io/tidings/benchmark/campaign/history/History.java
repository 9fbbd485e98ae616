package io.tidings.benchmark.campaign.history;

import java.util.List;

/**
 * All that is known of one subscription.
 *
 * @param attempts as committed, in the order of the log
 * @param blobs the events in its blobs, one entry for each record
 */
public record History(
        String subscription,
        List<Accepted> accepted,
        List<Matched> matched,
        List<Request> requests,
        List<Attempt> attempts,
        List<Buried> buried,
        List<String> blobs) {
    public History {
        accepted = List.copyOf(accepted);
        matched = List.copyOf(matched);
        requests = List.copyOf(requests);
        attempts = List.copyOf(attempts);
        buried = List.copyOf(buried);
        blobs = List.copyOf(blobs);
    }
}
