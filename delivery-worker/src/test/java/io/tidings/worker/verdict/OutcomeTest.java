package io.tidings.worker.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.ProxyUnavailable;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.TokenUnavailable;
import io.tidings.worker.verdict.Outcome.Unreachable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-OUT: what happened has a word on the wire. */
class OutcomeTest {
    @Test
    void onlyANotSentRequestIsNoAttempt() {
        assertThat(new NotSent().attempted()).isFalse();
        assertThat(new ProxyUnavailable("down").attempted()).isFalse();
        assertThat(new AddressRefused().attempted()).isTrue();
        assertThat(new TimedOut().attempted()).isTrue();
        assertThat(new TokenUnavailable("down").attempted()).isTrue();
        assertThat(new Unreachable(Outcome.Cause.SOCKET).attempted()).isTrue();
        assertThat(new Responded(200, null).attempted()).isTrue();
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "400, BadRequest",
        "401, Unauthorized",
        "403, Forbidden",
        "404, NotFound",
        "410, NotFound",
        "408, TimedOut",
        "413, PayloadTooLarge",
        "429, Busy",
        "503, Busy",
        "500, GenericError",
        "502, GenericError",
        "504, GenericError",
        "301, GenericError",
        "418, GenericError",
        "205, GenericError"
    })
    void aResponseIsKnownByItsStatus(int status, String word) {
        var outcome = new Responded(status, null);
        assertThat(outcome.lastOutcome().wireName()).isEqualTo(word);
        assertThat(outcome.httpStatus()).isEqualTo(status);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({"SOCKET, SocketError", "RESOLUTION, ResolutionError", "PROTOCOL, GenericError"})
    void anUnreachableEndpointIsKnownByItsCause(Cause cause, String word) {
        assertThat(new Unreachable(cause).lastOutcome().wireName()).isEqualTo(word);
        assertThat(new Unreachable(cause).httpStatus()).isNull();
    }

    @Test
    void aMissingResponseIsTimedOutAndARefusedAddressForbidden() {
        assertThat(new TimedOut().lastOutcome().wireName()).isEqualTo("TimedOut");
        assertThat(new AddressRefused().lastOutcome().wireName()).isEqualTo("Forbidden");
        assertThat(new AddressRefused().httpStatus()).isNull();
    }

    @Test
    void withoutATokenItIsUnauthorizedWithoutAStatus() {
        var outcome = new TokenUnavailable("the token endpoint responded 503: login.example.com");
        assertThat(outcome.lastOutcome().wireName()).isEqualTo("Unauthorized");
        assertThat(outcome.httpStatus()).isNull();
        assertThat(outcome.sentence("localhost:1"))
                .isEqualTo("no access token: the token endpoint responded 503: login.example.com");
    }
}
