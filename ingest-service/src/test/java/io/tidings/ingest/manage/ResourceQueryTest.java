package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.net.URLEncoder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-ARM-2: all resources are topics or domains. */
class ResourceQueryTest {
    private static final String TOPICS = "/providers/Microsoft.EventGrid/topics";

    @ParameterizedTest(name = "filter {0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|/subscriptions/s|",
                "resourceType eq 'microsoft.eventgrid/topics'|/subscriptions/s|",
                "resourceGroup eq 'my shop' and name eq 'a'|/subscriptions/s/resourceGroups/my%20shop|name eq 'a'",
                "resourceType eq 'Microsoft.Web/sites'|/subscriptions/s|name eq ''",
                "tagName eq 'team'|/subscriptions/s|tagName eq 'team'",
            })
    void aFilterOfResourcesSelectsTopics(String filter, String scope, String left) {
        var query = "api-version=2019-10-01&$top=5&$expand=x&%24filter=" + URLEncoder.encode(filter, UTF_8);
        var topics = ResourceQuery.asList(request("/subscriptions/s/resources", query));
        assertThat(topics.path()).isEqualTo(scope + TOPICS);
        assertThat(topics.parameter("$filter")).isEqualTo(Optional.ofNullable(left));
        assertThat(topics.parameter("$top")).contains("5");
        assertThat(ApiVersion.refusal(topics.parameter("api-version"))).isEmpty();
    }

    @Test
    void domainsAreListedIfTheirTypeIsAskedFor() {
        var query = "%24filter=" + URLEncoder.encode("resourceType eq 'Microsoft.EventGrid/domains'", UTF_8);
        var domains = ResourceQuery.asList(request("/subscriptions/s/resources", query));
        assertThat(domains.path()).isEqualTo("/subscriptions/s/providers/Microsoft.EventGrid/domains");
        assertThat(domains.parameter("$filter")).isEmpty();
    }

    @Test
    void aGroupHasResourcesToo() {
        assertThat(ResourceQuery.asList(request("/subscriptions/s/resourcegroups/Shop/resources", ""))
                        .path())
                .isEqualTo("/subscriptions/s/resourcegroups/Shop" + TOPICS);
        var other = request("/subscriptions/s/resourceGroups/resources", "a=b");
        assertThat(ResourceQuery.asList(other)).isSameAs(other);
    }

    private static Request request(String path, String query) {
        return new Request("GET", path, query, "h", true, "192.0.2.7", Map.of(), Body.TooLarge::new);
    }
}
