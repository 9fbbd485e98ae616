package io.tidings.contract.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-5: an origin has one spelling, and two origins never share one. */
class CanonicalOriginTest {
    @ParameterizedTest(name = "{0} is sent to {1}")
    @CsvSource(textBlock = """
        https://hooks.example/a?code=1,          https://hooks.example:443
        HTTPS://Hooks.EXAMPLE:443/,              https://hooks.example:443
        https://hooks.example.:443/,             https://hooks.example:443
        https://hooks.example:/,                 https://hooks.example:443
        http://hooks.example,                    http://hooks.example:80
        https://hooks.example:80,                https://hooks.example:80
        https://XN--Bcher-kva.example/,          https://xn--bcher-kva.example:443
        https://[2001:DB8::1]/,                  https://[2001:db8:0:0:0:0:0:1]:443
        https://[2001:db8:0:0:0:0:0:1]:8443/,    https://[2001:db8:0:0:0:0:0:1]:8443
        https://[::ffff:192.0.2.1]/,             https://192.0.2.1:443
        https://192.0.2.1/,                      https://192.0.2.1:443
        https://[fe80::1%25eth0]/,               https://[fe80:0:0:0:0:0:0:1%25eth0]:443
        """)
    void anOriginHasOneSpelling(String url, String expected) {
        assertThat(CanonicalOrigin.of(URI.create(url))).contains(new CanonicalOrigin(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://hooks.example/",
                "https://hooks.example:8443/",
                "https://hooks.example.evil/",
                "https://evil.example/?https://hooks.example",
                "https://hooks.example@evil.example/",
                "https://evil.example/hooks.example:443",
                "https://www.hooks.example/"
            })
    void anotherSchemeHostOrPortIsAnotherOrigin(String url) {
        assertThat(CanonicalOrigin.of(URI.create(url)))
                .isPresent()
                .isNotEqualTo(CanonicalOrigin.of(URI.create("https://hooks.example/")));
    }

    /** EndpointRules refuse such URLs, so nothing is ever sent to them. */
    @Test
    void aUrlWithoutAHostHasNoOrigin() {
        assertThat(CanonicalOrigin.of(URI.create("https://b\u00fccher.example/")))
                .isEmpty();
        assertThat(CanonicalOrigin.of(URI.create("/relative"))).isEmpty();
        assertThat(CanonicalOrigin.of(URI.create("ftp://hooks.example/"))).isEmpty();
    }
}
