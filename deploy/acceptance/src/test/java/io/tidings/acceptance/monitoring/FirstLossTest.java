package io.tidings.acceptance.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.DeployFolder;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Dashboard and alerts see the first loss, too: of a counter that appears with it, Prometheus knows no increase.
 *
 * <p>Its value has to stand left of {@code or}: the increase of such a counter is 0 from the second sample on, and would
 * hide it.
 */
class FirstLossTest {
    private static final Pattern INCREASE = Pattern.compile("increase\\((\\w+)(\\{[^}]*})?\\[([^]]+)]\\)");

    @Test
    void whatIsAskedForIncreaseIsAskedForItsFirstValueBefore() {
        var asked = DeployFolder.questions().stream()
                .map(question -> question.replaceAll("\\s+", " "))
                .filter(question -> question.contains("increase("))
                .toList();
        assertThat(asked).hasSizeGreaterThanOrEqualTo(9).allSatisfy(question -> {
            var increases = INCREASE.matcher(question).results().toList();
            assertThat(increases).as(question).isNotEmpty();
            for (var increase : increases) {
                var counter = increase.group(1);
                var labels = increase.group(2) == null ? "" : increase.group(2);
                assertThat(question)
                        .contains("(%s%s unless %s offset %s) or %s"
                                .formatted(counter, labels, counter, increase.group(3), increase.group()));
            }
        });
    }
}
