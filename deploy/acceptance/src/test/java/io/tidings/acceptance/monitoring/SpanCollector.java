package io.tidings.acceptance.monitoring;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Takes spans as an OpenTelemetry collector does. */
public final class SpanCollector implements AutoCloseable {
    private static final String PATH = "/v1/traces";

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    /**
     * A span as it came.
     *
     * @param parent empty when it is the first of its trace
     * @param links spans that it names
     * @param begun in nanoseconds
     */
    public record Told(
            String service,
            String name,
            String trace,
            String id,
            String parent,
            List<String> links,
            Map<String, String> attributes,
            boolean failed,
            long begun,
            long ended) {
        public String attribute(String key) {
            return attributes.getOrDefault("tidings." + key, "");
        }

        public boolean is(String step) {
            return name.equals(step);
        }

        public boolean childOf(Told other) {
            return trace.equals(other.trace) && parent.equals(other.id);
        }
    }

    public String endpoint() {
        return webhook.uri(PATH).toString();
    }

    /** How requests are answered, in order, and then as the last of these; with 200 unless this is said. */
    public void answers(ScriptedResponse... answers) {
        webhook.answers(PATH, answers);
    }

    public List<ReceivedRequest> requests() {
        return webhook.requests(PATH);
    }

    public List<Told> spans(Predicate<Told> such) {
        return webhook.requests(PATH).stream()
                .flatMap(request -> spans(request.body()))
                .filter(such)
                .toList();
    }

    private static Stream<Told> spans(byte[] body) {
        try {
            return ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
                    .flatMap(resource -> resource.getScopeSpansList().stream()
                            .flatMap(scope -> scope.getSpansList().stream())
                            .map(span -> told(attributes(resource.getResource().getAttributesList()), span)));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("what came is no export of spans", e);
        }
    }

    private static Told told(Map<String, String> resource, Span span) {
        return new Told(
                resource.getOrDefault("service.name", ""),
                span.getName(),
                hex(span.getTraceId()),
                hex(span.getSpanId()),
                hex(span.getParentSpanId()),
                span.getLinksList().stream().map(link -> hex(link.getSpanId())).toList(),
                attributes(span.getAttributesList()),
                span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR,
                span.getStartTimeUnixNano(),
                span.getEndTimeUnixNano());
    }

    private static Map<String, String> attributes(List<KeyValue> list) {
        var attributes = new HashMap<String, String>();
        for (var each : list) {
            var value = each.getValue();
            attributes.put(
                    each.getKey(), value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue());
        }
        return attributes;
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    @Override
    public void close() {
        webhook.close();
    }
}
