package io.tidings.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.worker.verdict.DeliveryLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-RETRY-4: the limits of the service, for subscriptions that set none; how long an exchange may take. */
class WorkerConfigTest {
    @Test
    void anEventIsTriedThirtyTimesInADayUnlessItsOwnerSaysOtherwise() {
        assertThat(limits(Map.of())).isEqualTo(new DeliveryLimits(30, Duration.ofDays(1)));
    }

    @Test
    void theLimitsOfAllSubscribersCanBeSet() {
        assertThat(limits(Map.of("default.max.delivery.attempts", "5", "default.event.time.to.live", "90m")))
                .isEqualTo(new DeliveryLimits(5, Duration.ofMinutes(90)));
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "default.max.delivery.attempts, 0",
        "default.max.delivery.attempts, 31",
        "default.event.time.to.live, 59s",
        "default.event.time.to.live, 1441m",
        "default.event.time.to.live, 7d",
        "default.event.time.to.live, 30"
    })
    void noDefaultIsBeyondWhatASubscriptionMayAskFor(String name, String value) {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> limits(Map.of(name, value)))
                .withMessageContaining(name);
    }

    @Test
    void resultsGetTwoIntervalsToBeCommitted() {
        assertThat(limits(Map.of("worker.commit.interval", "1s"))).isNotNull();
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> limits(Map.of("worker.commit.interval", "1001ms")))
                .withMessageContaining("worker.commit.patience");
    }

    /** B-PROXY. */
    @Test
    void theProxyIsReadAndItsPasswordIsNotShown() {
        var config = config(Map.of(
                "endpoint.proxy", "http://proxy.example:3128",
                "endpoint.proxy.credentials", "user:hush",
                "endpoint.proxy.bypass", "inner.example, 10.0.0.0/8"));
        assertThat(config.endpoints().proxy()).hasToString("proxy.example:3128");
        assertThat(config.toString()).doesNotContain("hush");
        assertThat(config(Map.of()).endpoints().proxy()).isNull();
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "endpoint.proxy, http://user:hush@proxy.example:3128",
        "endpoint.proxy, https://user:hush@proxy.example:3128",
        "endpoint.proxy.credentials, hush",
        "endpoint.proxy.bypass, 10.0.0.0/99"
    })
    void aWrongProxyIsNamedWithoutItsPassword(String name, String value) {
        var settings = new HashMap<>(Map.of("endpoint.proxy", "http://proxy.example:3128"));
        settings.put(name, value);
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> config(settings))
                .withMessageContaining(name)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("hush"));
    }

    /** B-PROFILE-2. */
    @ParameterizedTest(name = "{0}, {1}: {2}")
    @CsvSource({"30s, 3m, PT3M", "30s, 1m, PT2M59S", "5m, 3m, PT5M"})
    void noConnectionIsCutBeforeTheTimeoutThatASubscriptionMaySet(String response, String late, Duration longest) {
        assertThat(config(Map.of("worker.response.timeout", response, "worker.late.response.timeout", late))
                        .longestExchange())
                .isEqualTo(longest);
    }

    private static DeliveryLimits limits(Map<String, String> settings) {
        return config(settings).dispatch().limits();
    }

    private static WorkerConfig config(Map<String, String> settings) {
        var all = new HashMap<>(settings);
        all.put("bootstrap.servers", "localhost:9092");
        return WorkerConfig.of(Settings.of(WorkerConfig.definitions(), WorkerConfig.prefixes(), all));
    }
}
