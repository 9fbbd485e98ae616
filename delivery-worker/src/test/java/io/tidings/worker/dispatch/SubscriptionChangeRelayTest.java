package io.tidings.worker.dispatch;

import static io.tidings.worker.Examples.BILLING;
import static io.tidings.worker.Examples.postingTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.provisioning.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-MATCH-5: who sends is told which subscriptions are written, from when he has use for it. */
class SubscriptionChangeRelayTest {
    private final SubscriptionChangeRelay changes = new SubscriptionChangeRelay();
    private final List<String> told = new ArrayList<>();

    /** Nothing is under way yet that it could change. */
    @Test
    void whatIsReadBeforeAnybodyHasUseForItIsNotToldLater() {
        changes.accept(put("early"));
        changes.goTo(entry -> told.add(entry.uid()));
        assertThat(told).isEmpty();
        changes.accept(put("late"));
        assertThat(told).containsExactly("late");
    }

    @Test
    void whatIsRemovedOrCannotBeReadHasNoNewEndpoint() {
        changes.goTo(entry -> told.add(entry.uid()));
        changes.accept(new TableChange.SubscriptionRemoved(BILLING));
        changes.accept(new TableChange.Ignored(BILLING.toString(), "it is no JSON", 7));
        assertThat(told).isEmpty();
    }

    private static TableChange put(String uid) {
        return new TableChange.SubscriptionPut(
                new SubscriptionEntry(postingTo("https://example.com/hook"), uid, ProvisioningState.SUCCEEDED, 1));
    }
}
