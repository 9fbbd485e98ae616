package io.tidings.benchmark.micro;

import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Reading;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.resource.EventFilter;
import io.tidings.contract.resource.ProvisioningState;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.contract.resource.TableChange;
import io.tidings.topology.filter.MatchIndex;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** An event offered to every subscription of its topic, ten of which want it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class MatchingBenchmark {
    private static final int MATCHING = 10;

    @Param({"10", "10000"})
    public int subscriptions;

    /** Whether they differ in the event type they name, or in the subject. */
    @Param({"true", "false"})
    public boolean byType;

    private final MatchIndex index = new MatchIndex();
    private final Event event = event();

    @Setup
    public void subscribe() {
        for (int i = 0; i < subscriptions; i++) {
            var types =
                    byType ? List.of(i < MATCHING ? event.type() : "com.example.order.paid-" + i) : List.<String>of();
            var filter = new EventFilter(types, i < MATCHING ? "/orders/" : "/orders/" + i, "", false);
            index.apply(new TableChange.SubscriptionPut(new SubscriptionEntry(
                    Examples.subscription("subscription-" + i, filter), "uid-" + i, ProvisioningState.SUCCEEDED, i)));
        }
    }

    @Benchmark
    public int offered() {
        int wanting = 0;
        for (var candidate : index.candidates(Examples.TOPIC, event.type())) {
            wanting += candidate.wants(event, Examples.NOON).isPresent() ? 1 : 0;
        }
        return wanting;
    }

    private static Event event() {
        var reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));
        return switch (reader.one(EventSchema.CLOUD_EVENTS, Examples.TOPIC, Examples.cloudEvent())) {
            case Reading.Valid valid -> valid.only();
            case Reading.Invalid(var _, var sentence) -> throw new IllegalStateException(sentence);
        };
    }
}
