package io.tidings.contract.lane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.RecoveryTable;
import org.junit.jupiter.api.Test;

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

    /** A former release warns and ignores it. */
    @Test
    void itsKeyIsThatOfNoSubscription() {
        assertThat(SubscriptionKey.parse(NumberOwners.KEY)).isEmpty();
        assertThat(RecoveryTable.isKey(NumberOwners.KEY)).isTrue();
    }
}
