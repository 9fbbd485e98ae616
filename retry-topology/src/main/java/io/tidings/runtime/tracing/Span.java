package io.tidings.runtime.tracing;

import io.tidings.contract.TraceContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One step of an event, from its beginning; one that is never ended is never told. Confined to one thread at a time. */
public interface Span {
    /** What the next step has as its parent. */
    @Nullable
    TraceContext next(@Nullable TraceContext parent);

    /** Says something of it, if there is something to say. */
    Span with(Attribute attribute, @Nullable Object value);

    Span with(Attribute attribute, long value);

    /** Names another span that is of the same request. */
    Span beside(@Nullable TraceContext other);

    /** It did not come to what it was made for. */
    Span failed(String why);

    void end();

    void end(Instant at);
}
