package io.tidings.ingest.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.Topics;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobRequestJson;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.JobWish;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Writes requests and wishes. A write returns when the record is durable and was read back. */
public record JobLog(Producer<byte[], byte[]> producer, Topics topics, Follower<?> follower) {
    private static final int SECONDS_TO_READ_BACK = 10;

    public void put(String id, JobRequest request) {
        write(JobTable.requestKey(id), JobRequestJson.write(request).toString());
    }

    public void put(String id, JobWish wish) {
        write(JobTable.wishKey(id), wish.wireName());
    }

    private void write(byte[] key, String value) {
        var record = new ProducerRecord<>(topics.jobs(), 0, key, value.getBytes(UTF_8), JobTable.headers());
        long offset = KafkaFutures.await(producer.send(record), "writing to " + topics.jobs())
                .offset();
        var reached = follower.reachedOrEnd(new TopicPartition(topics.jobs(), 0), offset + 1);
        KafkaFutures.await(
                reached.toCompletableFuture().orTimeout(SECONDS_TO_READ_BACK, TimeUnit.SECONDS), "reading back");
    }
}
