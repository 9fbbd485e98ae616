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
    private final @Nullable TraceContext ofRequest;
    private final List<Span> begun = new ArrayList<>();
    private @Nullable TraceContext latest;
    private String topic = "";
    private List<Header> headers = List.of();

    /**
     * @param ofRequest trace context of the request; that of an event counts only without it
     */
    PublishTracing(Tracing tracing, @Nullable TraceContext ofRequest) {
        this.tracing = tracing;
        this.ofRequest = ofRequest;
    }

    /**
     * Begins the span of an event and returns its record's headers; neighbouring events often share them.
     *
     * @param common headers of all events of the topic
     */
    List<Header> headers(String ofEvent, Event event, List<Header> common) {
        var parent = ofRequest == null ? event.trace() : ofRequest;
        var span = tracing.begin(Step.PUBLISH, parent)
                .setAttribute(Attribute.TOPIC.key(), ofEvent)
                .setAttribute(Attribute.EVENT_ID.key(), event.id())
                .setAttribute(Attribute.EVENT_TYPE.key(), event.type());
        begun.add(span);
        var own = Tracing.next(span, parent);
        if (!ofEvent.equals(topic) || !Objects.equals(own, latest)) {
            topic = ofEvent;
            latest = own;
            headers = own == null ? common : with(own, common);
        }
        return headers;
    }

    private static List<Header> with(TraceContext own, List<Header> common) {
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
