package io.tidings.export.job;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import java.util.concurrent.CountDownLatch;

/** Works on jobs until it is killed. */
final class JobRunnerProcess {
    private JobRunnerProcess() {}

    /** @param args bootstrap servers, and the prefix of the topics */
    public static void main(String[] args) throws InterruptedException {
        var _ = JobFixture.runner(KafkaClients.of(args[0]), new Topics(args[1]), null, new SimpleMeterRegistry());
        new CountDownLatch(1).await();
    }
}
