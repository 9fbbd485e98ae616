package io.tidings.ingest.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.subscription.Agent;
import io.tidings.ingest.access.TokensFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-MCP-2: a subscription of an agent ends with the right of its token. */
class AgentRightsTest {
    private static final Instant NOW = Instant.parse("2026-11-28T20:00:00Z");
    private static final Instant LATER = NOW.plus(AgentRights.GRACE);
    private static final String ISSUER = "https://login.example/";

    @TempDir
    private Path folder;

    private AgentRights rights;

    @BeforeEach
    void open() throws IOException {
        var file = Files.writeString(
                folder.resolve("tokens"),
                "bot " + "0".repeat(64) + " subscriber orders*\n" + "late " + "1".repeat(64)
                        + " subscriber * 2026-11-28T19:00:00Z\n");
        rights = new AgentRights(URI.create(ISSUER), TokensFile.open(file));
    }

    private boolean lost(String topic, String principal, @Nullable String issuer, Instant now) {
        return rights.lost(
                new SubscriptionKey(topic, "agent-1"),
                new Agent("sub_1", principal, issuer, topic + ".placed", JsonNodeFactory.instance.objectNode()),
                now);
    }

    @Test
    void aTokenThatHasTheRoleKeepsItsSubscriptions() {
        assertThat(lost("orders", "bot", null, NOW)).isFalse();
        assertThat(lost("orders", "bot", null, LATER)).isFalse();
        assertThat(lost("orders", "oidc:bot", ISSUER, LATER)).isFalse();
    }

    @Test
    void aTokenWithoutTheRoleOrWithoutTimeLosesThemAtOnce() {
        assertThat(lost("bills", "bot", null, NOW)).isTrue();
        assertThat(lost("orders", "late", null, NOW)).isTrue();
    }

    @Test
    void aTokenThatIsNotKnownHereLosesThemAfterATime() {
        assertThat(lost("orders", "gone", null, NOW)).isFalse();
        assertThat(lost("orders", "gone", null, LATER.minusMillis(1))).isFalse();
        assertThat(lost("orders", "gone", null, LATER)).isTrue();
        assertThat(lost("bills", "oidc:bot", "https://former.example/", NOW)).isFalse();
        assertThat(lost("bills", "oidc:bot", "https://former.example/", LATER)).isTrue();
    }

    @Test
    void theTimeBeginsAnewForASubscriptionThatHadEnded() {
        assertThat(lost("orders", "gone", null, NOW)).isFalse();
        rights.keep(_ -> false);
        assertThat(lost("orders", "gone", null, LATER)).isFalse();
    }

    @Test
    void withoutAnyTokensNoneIsKnown() {
        rights = new AgentRights(null, null);
        assertThat(lost("orders", "bot", null, NOW)).isFalse();
        assertThat(lost("orders", "bot", null, LATER)).isTrue();
        assertThat(lost("orders", "oidc:bot", ISSUER, LATER)).isTrue();
    }
}
