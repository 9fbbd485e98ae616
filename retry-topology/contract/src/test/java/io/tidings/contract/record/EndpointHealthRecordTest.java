package io.tidings.contract.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.EndpointHealth.State;
import io.tidings.contract.health.GoneReport;
import io.tidings.contract.health.HoldUse;
import io.tidings.contract.health.Probation;
import io.tidings.contract.secret.CanonicalOrigin;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PROB-4: what is written of an endpoint is what its next owner reads. */
class EndpointHealthRecordTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Probation SHORT =
            new Probation(NOON, NOON.plusNanos(100_000_001), Duration.ofNanos(100_000_001), LastOutcome.BUSY);
    private static final EndpointHealth ALONE = new EndpointHealth("u1", 12, LastOutcome.BUSY, SHORT, 340, NOON);
    private static final EndpointHealth HEALTHY = new EndpointHealth("u1", 0, null, null, 0, NOON);

    @Test
    void peopleCanReadIt() {
        assertThat(new String(EndpointHealthRecord.value(ALONE), UTF_8)).isEqualTo("""
            {"state":"OnProbation","consecutiveFailures":12,"lastDeliveryOutcome":"Busy",\
            "probation":{"since":"2026-11-21T12:00:00Z","until":"2026-11-21T12:00:00.100000001Z",\
            "length":"PT0.100000001S","cause":"Busy"},"deferred":340,"changed":"2026-11-21T12:00:00Z"}\
            """);
        assertThat(new String(EndpointHealthRecord.value(HEALTHY), UTF_8)).isEqualTo("""
            {"state":"Healthy","consecutiveFailures":0,"deferred":0,"changed":"2026-11-21T12:00:00Z"}\
            """);
    }

    @Test
    void nothingIsLostOnTheWay() throws IOException {
        assertThat(read(new RecordHeaders(EndpointHealthRecord.headers(ALONE)), EndpointHealthRecord.value(ALONE)))
                .isEqualTo(ALONE);
        assertThat(read(new RecordHeaders(EndpointHealthRecord.headers(HEALTHY)), EndpointHealthRecord.value(HEALTHY)))
                .isEqualTo(HEALTHY);
    }

    @Test
    void theCountsOfEarlierReleasesAreIgnored() throws IOException {
        assertThat(read(new RecordHeaders(EndpointHealthRecord.headers(HEALTHY)), """
            {"consecutiveFailures":0,"deferred":0,"changed":"2026-11-21T12:00:00Z","matched":7,"delivered":5,\
            "lastMatched":"yesterday","heldByPause":2}\
            """.getBytes(UTF_8)))
                .isEqualTo(HEALTHY);
    }

    @Test
    void theEndOfTheLatestProbationIsKept() throws IOException {
        var ended = HEALTHY.decided(NOON.minusSeconds(60));
        assertThat(read(new RecordHeaders(EndpointHealthRecord.headers(ended)), EndpointHealthRecord.value(ended)))
                .isEqualTo(ended);
    }

    @Test
    void theConcurrencyLimitIsKept() throws IOException {
        var limited = HEALTHY.withConcurrencyLimit(16);
        assertThat(read(new RecordHeaders(EndpointHealthRecord.headers(limited)), EndpointHealthRecord.value(limited)))
                .isEqualTo(limited);
    }

    /** B-PAUSE: a later release may have another word. */
    @Test
    void howMuchIsHeldIsKept() throws IOException {
        var half = HEALTHY.with(HoldUse.HALF);
        var headers = new RecordHeaders(EndpointHealthRecord.headers(half));
        assertThat(read(headers, EndpointHealthRecord.value(half))).isEqualTo(half);
        var other = new String(EndpointHealthRecord.value(half), UTF_8).replace("Half", "Quarter");
        assertThat(read(headers, other.getBytes(UTF_8))).isEqualTo(HEALTHY);
    }

    @Test
    void aReportThatTheEndpointIsGoneIsKept() throws IOException {
        var gone = HEALTHY.with(new GoneReport(new CanonicalOrigin("https://hooks.example:443"), 1041, NOON));
        assertThat(new String(EndpointHealthRecord.value(gone), UTF_8)).endsWith("""
            ,"gone":{"origin":"https://hooks.example:443","version":1041,"seen":"2026-11-21T12:00:00Z"}}\
            """);
        assertThat(read(new RecordHeaders(EndpointHealthRecord.headers(gone)), EndpointHealthRecord.value(gone)))
                .isEqualTo(gone);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "\"16\"", "1e99", "4294967296", "null"})
    void aConcurrencyLimitThatIsNoneSpoilsNothing(String none) throws IOException {
        assertThat(read(headers("1", "u1"), bytes("""
            {"consecutiveFailures":0,"deferred":0,"changed":"2026-11-21T12:00:00Z","concurrencyLimit":%s}\
            """.formatted(none)))).isEqualTo(HEALTHY);
    }

    @Test
    void theMarkDistinguishesEndpointsAndRevealsNothingOfTheirUrls() throws IOException {
        var old = URI.create("https://example.com/hook?code=secret");
        var marked = ALONE.of(old);
        assertThat(read(new RecordHeaders(EndpointHealthRecord.headers(marked)), EndpointHealthRecord.value(marked)))
                .isEqualTo(marked);
        assertThat(marked.isOf(old)).isTrue();
        assertThat(marked.isOf(URI.create("https://example.com/hook?code=other")))
                .isFalse();
        assertThat(new String(EndpointHealthRecord.value(marked), UTF_8))
                .contains("\"endpointMark\":\"")
                .doesNotContain("example", "secret", "\"endpoint\"");
        assertThat(ALONE.isOf(old)).isTrue(); // it may be: an earlier release did not say
    }

    /** A short hash lets a reader of the topic try URLs until one fits. */
    @Test
    void theMarkOfAnEndpointIsLongAndDiffersBetweenSubscriptions() {
        var endpoint = URI.create("https://example.com/hook?code=secret");
        var other = new EndpointHealth("u2", 12, LastOutcome.BUSY, SHORT, 340, NOON);
        assertThat(ALONE.of(endpoint).endpoint())
                .hasSize(32)
                .isNotEqualTo(other.of(endpoint).endpoint());
    }

    /** What the release before wrote, whose mark had 32 bits. */
    @Test
    void theShortMarkOfAnEarlierReleaseIsStillUnderstood() throws IOException {
        var written = """
            {"state":"OnProbation","consecutiveFailures":12,"lastDeliveryOutcome":"Busy","probation":{"since":\
            "2026-11-21T12:00:00Z","until":"2026-11-21T12:00:10Z","length":"PT10S","cause":"Busy"},"deferred":340,\
            "changed":"2026-11-21T12:00:00Z","endpoint":"%s"}\
            """.formatted(Integer.toHexString("https://example.com/hook".hashCode()));
        var health = read(headers("1", "u1"), bytes(written));
        assertThat(health.isOf(URI.create("https://example.com/hook"))).isTrue();
        assertThat(health.isOf(URI.create("https://example.com/other"))).isFalse();
    }

    @Test
    void theLastErrorIsKept() throws IOException {
        var refused = new EndpointHealth("u1", 1, LastOutcome.SOCKET_ERROR, null, 0, NOON)
                .withError("connection refused: localhost:3999");
        assertThat(read(new RecordHeaders(EndpointHealthRecord.headers(refused)), EndpointHealthRecord.value(refused)))
                .isEqualTo(refused);
    }

    @Test
    void aProbationEndsByTheClock() {
        assertThat(ALONE.state(NOON)).isEqualTo(State.ON_PROBATION);
        assertThat(ALONE.state(SHORT.until().minusNanos(1))).isEqualTo(State.ON_PROBATION);
        assertThat(ALONE.state(SHORT.until())).isEqualTo(State.PROBING);
        assertThat(HEALTHY.state(NOON)).isEqualTo(State.HEALTHY);
    }

    @Test
    void unknownMembersSayNothing() throws IOException {
        assertThat(read(headers("1", "u1"), bytes("""
            {"colour":"red","consecutiveFailures":0,"lastDeliveryOutcome":null,"probation":null,"deferred":0,\
            "changed":"2026-11-21T12:00:00Z"}\
            """))).isEqualTo(HEALTHY);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
        this is not JSON     | {
        this must be a JSON | []
        consecutiveFailures | {"deferred":0,"changed":"2026-11-21T12:00:00Z"}
        consecutiveFailures | {"consecutiveFailures":-1,"deferred":0,"changed":"2026-11-21T12:00:00Z"}
        consecutiveFailures | {"consecutiveFailures":4294967296,"deferred":0,"changed":"2026-11-21T12:00:00Z"}
        consecutiveFailures | {"consecutiveFailures":1.5,"deferred":0,"changed":"2026-11-21T12:00:00Z"}
        deferred            | {"consecutiveFailures":1,"deferred":"0","changed":"2026-11-21T12:00:00Z"}
        changed             | {"consecutiveFailures":1,"deferred":0,"changed":"today"}
        changed             | {"consecutiveFailures":1,"deferred":0,"changed":"0001-01-01T00:00:00Z"}
        deferred            | {"consecutiveFailures":1,"deferred":9223372036854775807,"changed":"2026-11-21T12:00:00Z"}
        length              | {"consecutiveFailures":1,"probation":{"length":"PT2562047788015215H"}}
        lastDeliveryOutcome | {"consecutiveFailures":1,"deferred":0,"lastDeliveryOutcome":"Bored"}
        since               | {"consecutiveFailures":1,"probation":{"length":"PT1S"}}
        length              | {"consecutiveFailures":1,"probation":{"length":"soon"}}
        length              | {"consecutiveFailures":1,"probation":{"length":"PT-1S"}}
        length              | {"consecutiveFailures":1,"probation":true}
        origin              | {"consecutiveFailures":1,"deferred":0,"changed":"2026-11-21T12:00:00Z","gone":true}
        """)
    void anInvalidHeaderIsNamed(String path, String json) {
        assertThatIOException()
                .isThrownBy(() -> read(headers("1", "u1"), bytes(json)))
                .withMessageStartingWith(path);
    }

    @Test
    void failuresAreCountedAsFarAsCountingOnCannotOverflow() throws IOException {
        var json = "{\"consecutiveFailures\":%d,\"deferred\":0,\"changed\":\"2026-11-21T12:00:00Z\"}";
        assertThat(read(headers("1", "u1"), bytes(json.formatted(1_000_000_000))))
                .isEqualTo(new EndpointHealth("u1", 1_000_000_000, null, null, 0, NOON));
        assertThatIOException().isThrownBy(() -> read(headers("1", "u1"), bytes(json.formatted(1_000_000_001))));
    }

    @Test
    void anotherFormatIsNotGuessedAt() {
        for (var headers :
                new Headers[] {headers("2", "u1"), headers(null, "u1"), headers("1", null), headers("1", "")}) {
            assertThatIOException()
                    .isThrownBy(() -> read(headers, EndpointHealthRecord.value(ALONE)))
                    .withMessageStartingWith("tidings-");
        }
    }

    private static EndpointHealth read(Headers headers, byte[] value) throws IOException {
        return EndpointHealthRecord.read(headers, value);
    }

    private static Headers headers(String format, String uid) {
        var headers = new RecordHeaders();
        headers.add(HeaderNames.FORMAT, format == null ? null : bytes(format));
        headers.add(HeaderNames.SUBSCRIPTION_UID, uid == null ? null : bytes(uid));
        return headers;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
