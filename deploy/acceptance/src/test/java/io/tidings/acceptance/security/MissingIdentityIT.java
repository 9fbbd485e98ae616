package io.tidings.acceptance.security;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import org.junit.jupiter.api.Test;

/** B-AUTH-3: a subscription may name a certificate that the programs lack, and says that it is missing. */
class MissingIdentityIT {
    private final LocalTestCluster machine = LocalTestCluster.shared();

    @Test
    void theDeliveriesWaitAndTheSubscriptionNamesTheSettingThatTheWorkerLacks() {
        var partners = machine.topic("partners");
        partners.subscribe(
                "partner", "/partner", "/partner", "\"tidings\": {\"authentication\": {\"identity\": \"partner\"}}");
        var properties = partners.subscription("partner");
        assertThat(properties.at("/tidings/authentication/identity").asText()).isEqualTo("partner");
        assertThat(properties.path("provisioningState").asText()).isEqualTo("Succeeded");

        partners.publish("1", "/partner");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(partners.status("partner")
                                .path("lastDeliveryError")
                                .asText())
                        .contains("endpoint.identity.partner"));
        assertThat(partners.status("partner").path("health").asText()).isEqualTo("Failing");
        assertThat(partners.status("partner").path("consecutiveFailures").asInt(-1))
                .isZero();
        assertThat(machine.metrics())
                .containsPattern("tidings_deferred_total\\{[^}]*reason=\"NotConfigured\"[^}]*} [1-9]");
        assertThat(partners.requests("/partner")).isEmpty();
    }
}
