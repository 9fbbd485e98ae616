package io.tidings.contract.matching;

import io.tidings.contract.MeasuredExamples;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.AdvancedFilter;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.FilterOperator;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
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

/** An event offered to the subscriptions of its topic, ten of which want it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class MatchingBenchmark {
    private static final int MATCHING = 10;
    private static final String TYPE_OF_EVENT = "com.example.order.placed";

    @Param({"10", "10000"})
    public int subscriptions;

    @Param
    public Differing by = Differing.TYPE;

    private final MatchIndex index = new MatchIndex();
    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));
    private final byte[] json = MeasuredExamples.cloudEvent();
    private final Event event = event();

    /** What tells those that want the event from the others. */
    public enum Differing {
        TYPE {
            @Override
            EventFilter filter(int i, boolean matching) {
                return new EventFilter(
                        List.of(matching ? TYPE_OF_EVENT : "com.example.paid-" + i), "/orders/", "", false);
            }
        },
        SUBJECT {
            @Override
            EventFilter filter(int i, boolean matching) {
                return new EventFilter(List.of(), matching ? "/orders/" : "/orders/" + i, "", false);
            }
        },
        TYPE_AND_DATA {
            @Override
            EventFilter filter(int i, boolean matching) {
                return customers(TYPE.filter(i, matching).includedEventTypes(), "4711");
            }
        },
        DATA {
            @Override
            EventFilter filter(int i, boolean matching) {
                return customers(List.of(), matching ? "4711" : "none-" + i);
            }
        };

        abstract EventFilter filter(int i, boolean matching);

        private static EventFilter customers(List<String> types, String customer) {
            var wanted = new AdvancedFilter(
                    FilterOperator.STRING_IN, "data.customer", new AdvancedFilter.Operand.Texts(List.of(customer)));
            return new EventFilter(types, "", "", false, List.of(wanted), false);
        }
    }

    @Setup
    public void subscribe() {
        for (int i = 0; i < subscriptions; i++) {
            index.apply(subscription(i, by.filter(i, i < MATCHING)));
        }
    }

    private static TableChange subscription(int i, EventFilter filter) {
        return new TableChange.SubscriptionPut(new SubscriptionEntry(
                MeasuredExamples.subscription("subscription-" + i, filter),
                "uid-" + i,
                ProvisioningState.SUCCEEDED,
                i));
    }

    /** One that was offered before: what filters look at in it is read already. */
    @Benchmark
    public int offered() {
        return offered(event);
    }

    /** All that an event costs until its deliveries are written. */
    @Benchmark
    public int readAndOffered() {
        return offered(event());
    }

    /** A subscription changes between two events. */
    @Benchmark
    public int changedAndOffered() {
        index.apply(subscription(0, by.filter(0, true)));
        return offered(event);
    }

    private int offered(Event published) {
        int wanting = 0;
        for (var compiled : index.candidates(MeasuredExamples.TOPIC, published.type())) {
            wanting += compiled.wants(published, MeasuredExamples.NOON).isPresent() ? 1 : 0;
        }
        return wanting;
    }

    private Event event() {
        return switch (reader.one(EventSchema.CLOUD_EVENTS, MeasuredExamples.TOPIC, json)) {
            case ParseResult.Valid valid -> valid.only();
            case ParseResult.Invalid(var _, var sentence) -> throw new IllegalStateException(sentence);
        };
    }
}
