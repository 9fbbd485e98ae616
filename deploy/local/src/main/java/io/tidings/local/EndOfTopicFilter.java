package io.tidings.local;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import org.apache.kafka.common.errors.TimeoutException;

/** Leaves out the error that Kafka's console consumer logs when {@code --timeout-ms} ends it: it has read all there is. */
public final class EndOfTopicFilter extends Filter<ILoggingEvent> {
    private static final String CONSOLE_CONSUMER = "org.apache.kafka.tools.consumer.ConsoleConsumer";

    @Override
    public FilterReply decide(ILoggingEvent event) {
        var thrown = event.getThrowableProxy();
        boolean ended = thrown != null
                && event.getLoggerName().equals(CONSOLE_CONSUMER)
                && thrown.getClassName().equals(TimeoutException.class.getName());
        return ended ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
