package io.tidings.export.source;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.JobExample;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record that a job has looked at.
 *
 * @param place the partition or the blob that it is in
 * @param next the position behind it in that place
 * @param findings one for each subscription that it may be delivered to
 */
public record JobItem(String place, long next, List<Finding> findings) {
    public JobItem {
        findings = List.copyOf(findings);
    }

    public JobItem(String place, long next, Finding finding) {
        this(place, next, List.of(finding));
    }

    /** Returns what is to be delivered. */
    public List<Finding.Selected> selected() {
        return findings.stream()
                .filter(Finding.Selected.class::isInstance)
                .map(Finding.Selected.class::cast)
                .toList();
    }

    /** Returns whether it is the marker at which matching takes over. */
    boolean marksStart() {
        return findings.stream().anyMatch(Finding.StartMarked.class::isInstance);
    }

    public sealed interface Finding {
        /** It is not what the job was asked for. */
        record NotAsked() implements Finding {}

        /** From here on matching delivers (B-START). */
        record StartMarked() implements Finding {}

        /** Retention has taken so many offsets before the job came to them. */
        record NotRetained(long offsets) implements Finding {}

        /** @param why one word */
        record Skipped(String why) implements Finding {}

        /**
         * @param subscription that gets it
         * @param lane of the subscription, to which the delivery goes
         */
        record Selected(SubscriptionKey subscription, JobExample example, int lane, Draft draft) implements Finding {}
    }

    /** A delivery whose time to live has not begun. */
    @FunctionalInterface
    public interface Draft {
        /** @param now from which the time to live counts */
        ProducerRecord<byte[], byte[]> at(Instant now);
    }
}
