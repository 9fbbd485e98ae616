package io.tidings.worker.verdict;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.Examples;
import io.tidings.worker.verdict.Outcome.Responded;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What is decided about one attempt. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class JudgeBenchmark {
    private final Judge judge = new Judge(
            new DeliveryLimits(30, Duration.ofDays(1)),
            new RetryLadder(new TimeScale(1)),
            new Jitter(0.1, Duration.ofSeconds(5)));
    private final Delivery delivery = Examples.newDelivery();
    private final Subscription subscription = Examples.keepingDeadLetters();
    private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    private final Responded ok = new Responded(200, null);
    private final Responded unavailable = new Responded(503, Duration.ofSeconds(40));

    @Benchmark
    public Optional<Verdict> beforeSending() {
        return judge.beforeSending(delivery, subscription, Duration.ZERO, Examples.NOON.plusSeconds(1));
    }

    @Benchmark
    public Verdict success() {
        return judge.afterSending(delivery, subscription, Duration.ZERO, ok, Examples.NOON, random);
    }

    @Benchmark
    public Verdict failure() {
        return judge.afterSending(delivery, subscription, Duration.ZERO, unavailable, Examples.NOON, random);
    }
}
