package io.tidings.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-2. */
class RequestTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "orders.example.com, orders",
        "Orders.example.com:8443, Orders",
        "localhost:8080, localhost",
        "orders, orders",
        "'', ''"
    })
    void theFirstLabelOfTheHostNamesATopic(String authority, String topic) {
        var request = new Request(
                "POST", "/api/events/", "", authority, false, "192.0.2.7", Map.of(), () -> new Body.Whole(new byte[0]));
        assertThat(request.hostLabel()).isEqualTo(topic);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"order-7, order-7", "a%2Fb%20c+d%C3%A4, a/b c+dä", "100%, 100%"})
    void aWordOfAPathIsDecodedUnlessItsEscapesAreInvalid(String sent, String meant) {
        assertThat(Request.segment(sent)).isEqualTo(meant);
    }
}
