package io.tidings.worker.commit;

import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsRecord;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.partition.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Adds the running counts to each transaction: one record for each partition number, with what the transaction changes
 * (B-COUNT). Confined to the poll thread.
 */
public final class CountsWriter {
    private final LadderRecords records;
    private final Predicate<CountedSubscription> exists;
    private final ToIntFunction<Lane> limits;
    private final List<Written> underWay = new ArrayList<>();

    private record Written(NumberCounts counts, CountsRecord record) {}

    /**
     * @param exists whether a subscription exists; the counts of others are forgotten
     * @param limits concurrency limits
     */
    public CountsWriter(LadderRecords records, Predicate<CountedSubscription> exists, ToIntFunction<Lane> limits) {
        this.records = records;
        this.exists = exists;
        this.limits = limits;
    }

    /** Returns the records for a transaction, which replaces the one that was under way. */
    List<ProducerRecord<byte[], byte[]>> of(List<Cut> content, Instant now) {
        underWay.clear();
        var changes = new HashMap<Integer, Map<CountedSubscription, DeliveryCounts>>();
        var counts = new HashMap<Integer, NumberCounts>();
        for (var cut : content) {
            int number = cut.partition().number();
            cut.counted()
                    .forEach(each -> changes.computeIfAbsent(number, _ -> new HashMap<>())
                            .merge(each.subscription(), each.added(), DeliveryCounts::plus));
            counts.put(number, cut.partition().counts());
        }
        var all = new ArrayList<ProducerRecord<byte[], byte[]>>();
        changes.forEach((number, ofNumber) -> {
            var before = counts.getOrDefault(number, new NumberCounts());
            ofNumber.replaceAll((each, change) -> change.at(
                    now,
                    limits.applyAsInt(new Lane(each.key(), number))
                            - before.of(each).concurrencyLimit()));
            for (var record : before.next(ofNumber, exists)) {
                underWay.add(new Written(before, record));
                all.add(records.counts(number, record));
            }
        });
        return all;
    }

    void committed() {
        underWay.forEach(each -> each.counts().read(each.record()));
        underWay.clear();
    }
}
