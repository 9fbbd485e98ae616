package io.tidings.contract.lane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.RecoveryTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PULL-4: where the owner of a partition number is asked. */
class NumberOwnersTest {
    private final NumberOwners owners = new NumberOwners();

    @Test
    void theLatestOwnerIsAsked() {
        assertThat(owners.read(3, NumberOwners.value("one:9195"))).isEmpty();
        assertThat(owners.read(3, NumberOwners.value("two:9195"))).isEmpty();

        assertThat(owners.address(3)).contains("two:9195");
        assertThat(owners.address(4)).isEmpty();
        assertThat(owners.read(3, null)).isEmpty();
        assertThat(owners.address(3)).isEmpty();
    }

    @Test
    void whatCannotBeReadChangesNothing() {
        assertThat(owners.read(3, NumberOwners.value("one:9195"))).isEmpty();

        assertThat(owners.read(3, "{}".getBytes(UTF_8))).isPresent();
        assertThat(owners.read(3, "no".getBytes(UTF_8))).isPresent();
        assertThat(owners.address(3)).contains("one:9195");
    }

    /** Requests go there with what receivers may know. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "one",
                "one:",
                ":9195",
                "one:port",
                "one:9195/path",
                "one:9195?x",
                "one:9195#x",
                "me@one:9195",
                "one two:9195",
                "null:-1",
                "two_words:9195",
                "::1:9195"
            })
    void anAddressIsAHostAndAPort(String address) {
        assertThat(owners.read(3, NumberOwners.value(address))).isPresent();
        assertThat(owners.address(3)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one:9195", "worker-0.workers.tidings.svc:9195", "192.0.2.7:80", "[2001:db8::1]:9195"})
    void hostsHaveNamesOrNumbers(String address) {
        assertThat(owners.read(3, NumberOwners.value(address))).isEmpty();
        assertThat(owners.address(3)).contains(address);
    }

    /** A former release warns and ignores it. */
    @Test
    void itsKeyIsThatOfNoSubscription() {
        assertThat(SubscriptionKey.parse(NumberOwners.KEY)).isEmpty();
        assertThat(RecoveryTable.isKey(NumberOwners.KEY)).isTrue();
    }
}
