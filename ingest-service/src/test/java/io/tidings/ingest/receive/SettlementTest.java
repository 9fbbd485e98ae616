package io.tidings.ingest.receive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.json.Validated;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PULL-1, B-PULL-3: what receivers ask for, and what they are told. */
class SettlementTest {
    private static Request request(String query) {
        return new Request(
                "POST", "/", query, "localhost", true, "192.0.2.7", Map.of(), () -> new Body.Whole(new byte[0]));
    }

    @ParameterizedTest
    @CsvSource({
        "'',1,55",
        "maxEvents=100&maxWaitTime=10,100,10",
        "maxWaitTime=55,1,55",
        "maxWaitTime=60,1,55",
        "maxWaitTime=61,1,61",
        "maxWaitTime=120&maxEvents=7,7,120"
    })
    void aReceiveIsAnsweredBeforeClientsGiveUp(String query, int most, long seconds) {
        assertThat(ReceiveQuery.of(request(query)))
                .isEqualTo(new Validated.Valid<>(new ReceiveQuery(most, Duration.ofSeconds(seconds))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"maxEvents=0", "maxEvents=101", "maxEvents=-1", "maxEvents=x", "maxWaitTime=9", "maxWaitTime=121"
            })
    void otherNumbersAreRefused(String query) {
        assertThat(ReceiveQuery.of(request(query))).isInstanceOf(Validated.Invalid.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10", "60", "600", "3600"})
    void anEventIsReleasedAfterOneOfTheseDelays(String seconds) {
        assertThat(Settlement.release(request("releaseDelayInSeconds=" + seconds)))
                .isEqualTo(new Validated.Valid<>("release&delay=" + seconds));
        assertThat(Settlement.release(request("releaseDelayInSeconds=" + seconds + "1")))
                .isInstanceOf(Validated.Invalid.class);
    }

    @Test
    void aReleaseWithoutADelayIsAtOnce() {
        assertThat(Settlement.release(request(""))).isEqualTo(new Validated.Valid<>("release&delay=0"));
    }

    @Test
    void aTokenCountsOnce() {
        assertThat(Settlement.tokens("{\"lockTokens\":[\"b\",\"a\",\"b\"]}".getBytes(UTF_8)))
                .isEqualTo(new Validated.Valid<>(List.of("b", "a")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "{\"lockTokens\":[]}", "{\"lockTokens\":[1]}", "{\"lockTokens\":\"a\"}"})
    void aRequestWithoutTokensIsRefused(String body) {
        assertThat(Settlement.tokens(body.getBytes(UTF_8))).isInstanceOf(Validated.Invalid.class);
    }

    @Test
    void theResponseSaysOfEachTokenWhatBecameOfIt() {
        var results = new LinkedHashMap<String, String>();
        results.put("a", "");
        results.put("b", "TokenLost");
        results.put("c", null);

        var json = Settlement.json(results);

        assertThat(json.path("succeededLockTokens").toString()).isEqualTo("[\"a\"]");
        assertThat(json.at("/failedLockTokens/0/lockToken").textValue()).isEqualTo("b");
        assertThat(json.at("/failedLockTokens/0/error/code").textValue()).isEqualTo("TokenLost");
        assertThat(json.at("/failedLockTokens/0/error/message").textValue()).isNotBlank();
        assertThat(json.at("/failedLockTokens/1/error/code").textValue()).isEqualTo("ServiceUnavailable");
    }
}
