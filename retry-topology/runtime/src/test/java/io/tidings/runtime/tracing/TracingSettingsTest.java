package io.tidings.runtime.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The valid settings of tracing, and errors about others that contain no secret. */
class TracingSettingsTest {
    @Test
    void withoutAnyOfThemItIsOff() {
        var none = settings("topic.prefix", "t.");
        assertThat(TracingSettings.endpoint(none)).isEmpty();
        assertThat(TracingSettings.headers(none)).isEmpty();
        assertThat(TracingSettings.sampling(none)).isEmpty();
        assertThat(TracingSettings.endpoint(settings("tracing.endpoint", " "))).isEmpty();
        assertThat(TracingSettings.headers(settings("tracing.headers", " "))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://collector:4318/v1/traces",
                "https://collector.example.com",
                "http://10.0.0.1:4318/v1/traces",
                "http://[::1]:4318/v1/traces"
            })
    void anEndpointIsTheUrlOfACollector(String endpoint) {
        assertThat(TracingSettings.endpoint(settings("tracing.endpoint", " " + endpoint + " ")))
                .contains(URI.create(endpoint));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "collector:4318",
                "ftp://collector/planted",
                "http://c/v1/traces?key=planted",
                "http://u:planted@c/v1/traces",
                "http://c/v1/traces#planted",
                "http://otel_collector:4318/planted",
                "http://c/{planted}",
                "http://[::1/planted",
                "http:///planted"
            })
    void anythingElseIsNoneAndIsNotRepeated(String endpoint) {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> settings("tracing.endpoint", endpoint))
                .withMessageContainingAll(
                        "tracing.endpoint: must be", "http://collector:4318/v1/traces", "tracing.headers")
                .satisfies(problem -> assertThat(problem.getMessage()).doesNotContain("planted"));
    }

    @Test
    void headersStandBetweenCommasAndMayHoldWhatTokensHold() {
        assertThat(TracingSettings.headers(
                        settings("tracing.headers", "Authorization=Basic dTpw==, x-tenant = a b ,x-percent=%20")))
                .containsExactly(
                        entry("authorization", "Basic dTpw=="), entry("x-percent", "%20"), entry("x-tenant", "a b"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "planted | header 1 is not name=value",
                "a=planted,planted | header 2 is not name=value",
                "a=planted, | header 2 is not name=value",
                "=planted | header 1 has a name that must be the name of a header",
                "authorization: planted= | header 1 has a name that must be the name of a header",
                "cGxhbnRlZGE= | header 1 has a value that is",
                "a= | header 1 has a value that is empty",
                "a=planted\u00e9 | header 1 has a value that is",
                "a=planted,A=planted | header 2 has the name of an earlier one",
                "Host=planted | header 1 has a name that must not be \"Host\", which is reserved",
                "Content-Length=planted | which is reserved",
                "Content-Type=planted | which is reserved"
            })
    void anInvalidHeaderIsReportedByItsNumberWithoutItsValue(String headers, String sentence) {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> settings("tracing.headers", headers))
                .withMessageContainingAll("tracing.headers: ", sentence)
                .satisfies(problem -> assertThat(problem.getMessage()).doesNotContain("planted", "cGxhbnRlZGE"));
    }

    @Test
    void aHeaderCannotEndTheLine() {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> settings("tracing.headers", "a=b\r\nx-other: c"))
                .withMessageContaining("header 1 has a value");
    }

    private static Settings settings(String name, String value) {
        var all = new HashMap<>(Map.of("bootstrap.servers", "localhost:1", name, value));
        return Settings.of(CommonSettings.definitions(0), List.of(), all);
    }
}
