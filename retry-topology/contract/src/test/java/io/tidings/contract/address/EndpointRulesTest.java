package io.tidings.contract.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SUB-4: what the text of an endpoint's URL must be. */
class EndpointRulesTest {

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        https://example.com              | -
        HTTPS://example.com/hook?code=1  | -
        https://[2606:4700::1111]:8443/  | -
        http://example.com               | must be an https URL (see endpoint.allow.http)
        example.com/hook                 | must be an https URL (see endpoint.allow.http)
        mailto:me@example.com            | must be an https URL (see endpoint.allow.http)
        https:/hook                      | must name a host
        https:///hook                    | must name a host
        https:hook                       | must name a host
        https://me@example.com/          | must not hold a user name or password
        https://:@example.com/           | must not hold a user name or password
        https://example.com/#            | must not have a fragment
        https://example.com/#a           | must not have a fragment
        https://a b/                     | is not a URL, see character 10
        """)
    void anEndpointIsAnHttpsUrlWithAHost(String url, @Nullable String rule) {
        assertThat(new EndpointRules(false).brokenBy(url)).isEqualTo(rule);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        https://example.com  | -
        HTTP://example.com   | -
        ftp://example.com    | must be an http or https URL
        """)
    void plainHttpIsOneMoreWhereItIsAllowed(String url, @Nullable String rule) {
        assertThat(new EndpointRules(true).brokenBy(url)).isEqualTo(rule);
    }

    @Test
    void aUrlHasAtMost4096Characters() {
        var start = "https://example.com/";
        var longest = start + "a".repeat(4096 - start.length());
        assertThat(new EndpointRules(false).brokenBy(longest)).isNull();
        assertThat(new EndpointRules(false).brokenBy(longest + "a")).isEqualTo("must have at most 4096 characters");
    }
}
