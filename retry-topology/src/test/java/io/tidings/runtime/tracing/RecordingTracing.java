package io.tidings.runtime.tracing;

import io.tidings.contract.TraceContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the spans that have ended. */
public final class RecordingTracing implements Tracing {
    private final List<Told> told = new ArrayList<>();
    private int begun;

    /**
     * A span that has ended.
     *
     * @param links to what it is beside
     * @param failure absent when it has not failed
     */
    public record Told(
            Step step,
            @Nullable TraceContext parent,
            @Nullable TraceContext own,
            Map<Attribute, Object> attributes,
            List<TraceContext> links,
            @Nullable String failure) {}

    public List<Told> told() {
        return told;
    }

    public List<Told> told(Step step) {
        return told.stream().filter(each -> each.step() == step).toList();
    }

    /** In the order of their ends. */
    public List<Step> steps() {
        return told.stream().map(Told::step).toList();
    }

    @Override
    public boolean on() {
        return true;
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent) {
        return begin(step, parent, Instant.EPOCH);
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent, Instant at) {
        begun++;
        return new Recorded(step, parent);
    }

    @Override
    public void close() {}

    private final class Recorded implements Span {
        private final Step step;
        private final @Nullable TraceContext parent;
        private final @Nullable TraceContext own;
        private final Map<Attribute, Object> attributes = new HashMap<>();
        private final List<TraceContext> links = new ArrayList<>();
        private @Nullable String failure;

        Recorded(Step step, @Nullable TraceContext parent) {
            this.step = step;
            this.parent = parent;
            var trace = parent == null
                    ? "%032x".formatted(begun)
                    : parent.traceparent().substring(3, 35);
            own = TraceContext.of(
                    "00-%s-%016x-01".formatted(trace, begun), parent == null ? null : parent.tracestate());
        }

        @Override
        public @Nullable TraceContext next(@Nullable TraceContext before) {
            return own;
        }

        @Override
        public Span with(Attribute attribute, @Nullable Object value) {
            if (value != null) {
                attributes.put(attribute, value.toString());
            }
            return this;
        }

        @Override
        public Span with(Attribute attribute, long value) {
            attributes.put(attribute, value);
            return this;
        }

        @Override
        public Span beside(@Nullable TraceContext other) {
            if (other != null) {
                links.add(other);
            }
            return this;
        }

        @Override
        public Span failed(String why) {
            failure = why;
            return this;
        }

        @Override
        public void end() {
            end(Instant.EPOCH);
        }

        @Override
        public void end(Instant at) {
            told.add(new Told(step, parent, own, Map.copyOf(attributes), List.copyOf(links), failure));
        }
    }
}
