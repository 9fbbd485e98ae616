package io.tidings.contract.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginPatternTest {
    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({
        "*, https://a.example/hook, true",
        "https://a.example, https://A.example:443/hook, true",
        "https://a.example, https://a.example.:443/hook, true",
        "https://a.example, http://a.example/hook, false",
        "https://a.example, https://a.example:8443/hook, false",
        "https://a.example:8443, https://a.example:8443/hook, true",
        "https://*.a.example, https://x.y.a.example/hook, true",
        "https://*.a.example, https://a.example/hook, false",
        "https://*.a.example, https://evil.example/.a.example, false",
        "https://*.a.example, https://evil.example:443/?.a.example, false",
        "https://a.example, https://aXexample/hook, false",
        "http://127.0.0.1:80, http://127.0.0.1/hook, true",
        "https://[::1], https://[0:0::1]/hook, false"
    })
    void anOriginIsMatchedInOneSpelling(String pattern, URI url, boolean matches) {
        assertThat(OriginPattern.parse(pattern).orElseThrow().matches(url)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a.example",
                "ftp://a.example",
                "https://a.example/hook",
                "https://u@a.example",
                "https://*:*"
            })
    void whatIsNoOriginIsRefused(String text) {
        assertThat(OriginPattern.parse(text)).isEmpty();
    }

    @Test
    void anEndpointWithoutAnOriginIsCoveredByAllOnly() {
        var hub = URI.create("eventhub:orders");
        assertThat(OriginPattern.parse("https://*").orElseThrow().matches(hub)).isFalse();
        assertThat(OriginPattern.parse("*").orElseThrow().matches(hub)).isTrue();
    }
}
