package io.tidings.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which containers may have the dead letters of which topics. */
class AllowedContainersTest {
    @Test
    void aContainerIsForTheTopicsThatItsSettingStates() {
        var allowed = allowed(Map.of(
                "deadletter.container.shop", "archive/shop-*, backup/dead",
                "deadletter.container.shop.topics", "shop*",
                "deadletter.container.open", "archive/open"));
        assertThat(allowed.brokenBy("archive", "shop-1", "shop-eu")).isEmpty();
        assertThat(allowed.brokenBy("backup", "dead", "shop")).isEmpty();
        assertThat(allowed.brokenBy("archive", "dead", "shop")).isPresent();
        assertThat(allowed.brokenBy("archive", "open", "bills")).isEmpty();
        assertThat(allowed.brokenBy("archive", "shop-1", "bills"))
                .contains("must not be archive/shop-1 for topic bills; deadletter.container.NAME and"
                        + " deadletter.container.NAME.topics, the same for ingest-service and deadletter-exporter, say"
                        + " where its dead letters may be");
        var strict = allowed.onlyAsStated();
        assertThat(strict.brokenBy("archive", "shop-1", "shop")).isEmpty();
        assertThat(strict.brokenBy("archive", "open", "bills")).isPresent();
    }

    @Test
    void whereNothingIsNamedEveryContainerIsAllowedUntilThereAreSeveralTeams() {
        var allowed = allowed(Map.of());
        assertThat(allowed.brokenBy("archive", "dead", "shop")).isEmpty();
        assertThat(allowed.onlyAsStated().brokenBy("archive", "dead", "shop")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "deadletter.container.shop, dead",
        "deadletter.container.shop, ''",
        "deadletter.container.shop, archive/dead/BILLING",
        "deadletter.container.shop.topics, shop"
    })
    void anUnreadableListIsAProblem(String name, String value) {
        assertThatThrownBy(() -> allowed(Map.of(name, value)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining(name + ": ");
    }

    private static AllowedContainers allowed(Map<String, String> values) {
        return AllowedContainers.of(Settings.of(new ConfigDef(), AllowedContainers.PREFIXES, values));
    }
}
