package io.tidings.contract.lane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.RecordFields;
import io.tidings.contract.event.TopicIds;
import io.tidings.testbed.HostileJson;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-LANE-2: which value of an event is its order key. */
class OrderByTest {
    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        subject             | /o/1
        /data/customer      | c-7
        /data/nested/number | 12.5
        """)
    void theKeyIsAValueOfTheEvent(String orderBy, String key) {
        assertThat(new OrderBy(orderBy).keyOf(event("c-7"))).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/data/missing", "/data/nested", "/data/list", "/data/nothing", "/data/flag", "kafka.key"})
    void anEventWithoutSuchAValueHasNoKey(String orderBy) {
        assertThat(new OrderBy(orderBy).keyOf(event("c-7"))).isNull();
    }

    /** Written out, the second has a billion digits. */
    @ParameterizedTest
    @CsvSource({
        "1e1001, 1E1001",
        "10e999999998, 1E999999999",
        "-1.50e50000000, -15E49999999",
        "1e-999999999, 1E-999999999",
        "10e2147483647, 1E2147483648",
        "0e999999999, 0"
    })
    @Timeout(5)
    void aLargeExponentIsNotWrittenOut(String number, String key) {
        assertThat(new OrderBy("/data/customer").keyOf(withCustomer(number))).isEqualTo(key);
    }

    @Test
    void aNumberWhoseExponentCannotBeReadIsNoKey() {
        assertThat(new OrderBy("/data/customer").keyOf(withCustomer("1e99999999999")))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"100, 100", "1e2, 100", "10E1, 100", "100.0, 100", "1e30, 1000000000000000000000000000000"})
    void equalNumbersAreOneKey(String number, String key) {
        assertThat(new OrderBy("/data/customer").keyOf(withCustomer(number))).isEqualTo(key);
    }

    @Test
    void anEmptyKeyIsNone() {
        assertThat(new OrderBy("/data/customer").keyOf(event(""))).isNull();
    }

    @Test
    void theKeyOfASourcesRecordIsTaken() {
        var record = new RecordFields("shop", 0, 7, Instant.EPOCH, "k1".getBytes(UTF_8), new RecordHeaders());
        assertThat(new OrderBy("kafka.key").keyOf(event("c-7").from(record))).isEqualTo("k1");
    }

    @Test
    void aLongKeyIsReplacedByItsHash() {
        var orderBy = new OrderBy("/data/customer");
        assertThat(orderBy.keyOf(event("x".repeat(128)))).isEqualTo("x".repeat(128));
        var hashed = orderBy.keyOf(event("x".repeat(129)));
        assertThat(hashed).startsWith("sha256:").hasSize(71);
        assertThat(orderBy.keyOf(event("x".repeat(130)))).isNotEqualTo(hashed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Subject", "data.customer", "/data", "/data/", "/data//x", "/subject", "/data/a.b", "id"})
    void otherTextsAreRefused(String text) {
        assertThat(OrderBy.of(text)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(10)
    void aHostileValueHasAShortKeyOrNone(HostileJson hostile) {
        if (read(hostile.json()) instanceof ParseResult.Valid valid) {
            for (var path : List.of("/data/customer", "/data/customer/k", "subject")) {
                var key = new OrderBy(path).keyOf(valid.only());
                assertThat(key == null ? "" : key).as(path).hasSizeLessThanOrEqualTo(OrderBy.MOST_BYTES);
            }
        }
    }

    private Event event(String customer) {
        return withCustomer("\"" + customer + "\"");
    }

    /** @param customer as JSON */
    private Event withCustomer(String customer) {
        return ((ParseResult.Valid) read(customer)).only();
    }

    private ParseResult read(String customer) {
        var json = """
            {"id":"1","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1",
            "data":{"customer":%s,"nested":{"number":12.50},"list":[1],"nothing":null,"flag":true}}\
            """.formatted(customer);
        return reader.one(EventSchema.EVENT_GRID, "orders", json.getBytes(UTF_8));
    }
}
