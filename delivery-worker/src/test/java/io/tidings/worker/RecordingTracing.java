package io.tidings.worker;

import io.tidings.contract.TraceContext;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Span;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the spans that have ended. */
final class RecordingTracing implements Tracing {
    private final List<Told> told = new ArrayList<>();
    private int begun;

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
        var trace =
                parent == null ? "%032x".formatted(begun) : parent.traceparent().substring(3, 35);
        return new Told(step, parent, new TraceContext("00-%s-%016x-01".formatted(trace, begun), null));
    }

    @Override
    public void close() {}

    List<Told> told(Step step) {
        return told.stream().filter(each -> each.step == step).toList();
    }

    /** How often, of which steps. */
    List<Step> steps() {
        return told.stream().map(each -> each.step).toList();
    }

    /** A span and what was said of it. */
    final class Told implements Span {
        final Step step;
        final @Nullable TraceContext parent;
        final TraceContext own;
        final Map<Attribute, Object> attributes = new HashMap<>();
        final List<TraceContext> links = new ArrayList<>();

        @Nullable
        String failure;

        private Told(Step step, @Nullable TraceContext parent, TraceContext own) {
            this.step = step;
            this.parent = parent;
            this.own = own;
        }

        @Override
        public TraceContext next(@Nullable TraceContext before) {
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
            told.add(this);
        }
    }
}
