package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.eventtype.DeclaredSchema;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The parse of an event of 1 KB, without a check of its data and with a schema of 20 members. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class DataCheckBenchmark {
    private static final int MEMBERS = 20;
    private static final String TEXT = "x".repeat(30);

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));
    private final Input unchecked = Input.of("orders", EventSchema.EVENT_GRID);
    private final Input checked = new Input("orders", EventSchema.EVENT_GRID, InputMapping.NONE, rules());
    private final byte[] event = event();

    @Benchmark
    public ParseResult unchecked() {
        return reader.one(unchecked, event);
    }

    @Benchmark
    public ParseResult checked() {
        return reader.one(checked, event);
    }

    private static byte[] event() {
        var data = IntStream.range(0, MEMBERS)
                .mapToObj(i -> "\"member%d\":%s".formatted(i, i % 2 == 0 ? "\"" + TEXT + "\"" : "12345.5"))
                .collect(Collectors.joining(",", "{", "}"));
        return """
            {"id":"1","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","dataVersion":"","data":%s}\
            """.formatted(data).getBytes(UTF_8);
    }

    private static DataRules rules() {
        var members = IntStream.range(0, MEMBERS)
                .mapToObj(i -> "\"member%d\":%s"
                        .formatted(
                                i,
                                i % 2 == 0
                                        ? "{\"type\":\"string\",\"maxLength\":100}"
                                        : "{\"type\":\"number\",\"minimum\":0}"))
                .collect(Collectors.joining(",", "{", "}"));
        var type = "{\"properties\":{\"dataSchema\":{\"type\":\"object\",\"required\":[\"member0\"],\"properties\":"
                + members + "}}}";
        return new DataRules(DataCheck.REJECT, Map.of("placed", new DeclaredSchema(type.getBytes(UTF_8))));
    }
}
