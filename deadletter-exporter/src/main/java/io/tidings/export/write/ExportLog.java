package io.tidings.export.write;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.timeline.ExportLine;
import io.tidings.contract.timeline.ExportLine.Ending;
import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.BlobNames;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line for each dead letter that is written or dropped, before the commit that passes it, so at least once
 * (B-TIME-1). An exporter without the right to write them exports all the same. Confined to the poll thread.
 */
public final class ExportLog implements BlobNotices {
    private static final Logger log = LoggerFactory.getLogger(ExportLog.class);

    private final Producer<byte[], byte[]> producer;
    private final Topics topics;
    private final InstantSource clock;
    private boolean refused;

    /** @param clock wall clock */
    public ExportLog(Producer<byte[], byte[]> producer, Topics topics, InstantSource clock) {
        this.producer = producer;
        this.topics = topics;
        this.clock = clock;
    }

    @Override
    public void written(BlobBatch batch, BlobNames names, String url, int bytes) {
        var to = batch.destination();
        write(batch, names, new Ending.Written(to.account(), to.container(), names.of(batch)));
    }

    @Override
    public void dropped(BlobBatch batch, BlobNames names, ExportDropReason reason) {
        write(batch, names, new Ending.Dropped(reason.wireName()));
    }

    private void write(BlobBatch batch, BlobNames names, Ending ending) {
        try {
            send(batch, names, ending).forEach(each -> KafkaFutures.await(each, "logging the end of a dead letter"));
            refused = false;
        } catch (AuthorizationException e) {
            if (!refused) {
                log.error(
                        "timelines lack the ends of dead letters: {}; docs/security.md lists the ACLs", e.getMessage());
            }
            refused = true;
        }
    }

    private List<Future<RecordMetadata>> send(BlobBatch batch, BlobNames names, Ending ending) {
        var now = clock.instant();
        var sent = new ArrayList<Future<RecordMetadata>>(batch.letters().size());
        for (var letter : batch.letters()) {
            var record = new EventSource(topics.deadLetters(), names.partition(), letter.offset());
            var line = new ExportLine(letter.delivery(), record, now, ending);
            var logged =
                    new ProducerRecord<>(topics.exports(), letter.subscription().bytes(), line.json());
            logged.headers().add(HeaderText.header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
            sent.add(producer.send(logged));
        }
        return sent;
    }
}
