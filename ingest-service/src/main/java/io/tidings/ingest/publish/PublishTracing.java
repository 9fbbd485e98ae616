package io.tidings.ingest.publish;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.TraceContext;
import io.tidings.contract.event.Event;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The spans of a request, one for each event, and the headers that carry them in the records. */
final class PublishTracing {
    private final Tracing tracing;
    private final String topic;
    private final @Nullable TraceContext ofRequest;
    private final List<Header> common;
    private final List<Span> begun = new ArrayList<>();
    private @Nullable TraceContext latest;
    private List<Header> headers;

    /**
     * @param ofRequest trace context of the request; that of an event counts only without it
     * @param common headers of all its records
     */
    PublishTracing(Tracing tracing, String topic, @Nullable TraceContext ofRequest, List<Header> common) {
        this.tracing = tracing;
        this.topic = topic;
        this.ofRequest = ofRequest;
        this.common = common;
        this.headers = common;
    }

    /** Begins the span of an event and returns its record's headers; neighbouring events often share them. */
    List<Header> headers(Event event) {
        var parent = ofRequest == null ? event.trace() : ofRequest;
        var span = tracing.begin(Step.PUBLISH, parent)
                .setAttribute(Attribute.TOPIC.key(), topic)
                .setAttribute(Attribute.EVENT_ID.key(), event.id())
                .setAttribute(Attribute.EVENT_TYPE.key(), event.type());
        begun.add(span);
        var own = Tracing.next(span, parent);
        if (!Objects.equals(own, latest)) {
            latest = own;
            headers = own == null ? common : with(own);
        }
        return headers;
    }

    private List<Header> with(TraceContext own) {
        var all = new ArrayList<>(common);
        all.add(HeaderText.header(HeaderNames.TRACEPARENT, own.traceparent()));
        if (own.tracestate() != null) {
            all.add(HeaderText.header(HeaderNames.TRACESTATE, own.tracestate()));
        }
        return all;
    }

    void ended() {
        begun.forEach(Span::end);
    }

    void failed(String why) {
        begun.forEach(span -> span.setStatus(StatusCode.ERROR, why).end());
    }
}
