package io.tidings.acceptance.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

/** #32: what is quoted from events, requests and responses can neither forge a line of a log nor steer a terminal. */
class LogLinesTest {
    private static final String FORGED = "\n2026-11-27T12:00:00.000Z ERROR Lifecycle - all is lost";

    private static String logged(String configuration, String id, @Nullable Exception failure) throws JoranException {
        var context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        var configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(LogLinesTest.class.getResource(configuration));
        var logger = context.getLogger(Logger.ROOT_LOGGER_NAME);
        var line = new LoggingEvent(
                LogLinesTest.class.getName(), logger, Level.ERROR, "rejected {}", failure, new Object[] {id});
        OutputStreamAppender<ILoggingEvent> appender = Objects.requireNonNull((OutputStreamAppender<ILoggingEvent>)
                logger.iteratorForAppenders().next());
        var text = new String(appender.getEncoder().encode(line), UTF_8);
        context.stop();
        return text;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logback.xml", "/io/tidings/local/logging.xml", "/io/tidings/local/quiet-logging.xml"})
    void aMessageIsOneLine(String configuration) throws JoranException {
        assertThat(logged(configuration, "a" + FORGED + "\r\u0085\u2028\u001b[2J\u009b\u202eb", null))
                .endsWith("rejected a\\n2026-11-27T12:00:00.000Z ERROR Lifecycle - all is lost\\r???[2J??b"
                        + System.lineSeparator())
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logback.xml", "/io/tidings/local/logging.xml", "/io/tidings/local/quiet-logging.xml"})
    void anExceptionForgesNoLineEither(String configuration) throws JoranException {
        var text = logged(
                configuration,
                "a",
                new IllegalStateException("outer" + FORGED, new IllegalArgumentException("inner\u001b[2J" + FORGED)));
        assertThat(text.lines())
                .as(text)
                .filteredOn(line -> !line.startsWith("\tat ") && !line.startsWith("\t... "))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("rejected a"),
                        line -> assertThat(line)
                                .startsWith("java.lang.IllegalStateException: outer\\n2026-")
                                .endsWith("lost"),
                        line -> assertThat(line)
                                .startsWith("Caused by: java.lang.IllegalArgumentException: inner?[2J\\n2026-"));
        assertThat(text).endsWith(System.lineSeparator());
    }
}
