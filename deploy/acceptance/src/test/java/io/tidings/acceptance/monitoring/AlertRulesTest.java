package io.tidings.acceptance.monitoring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.DeployFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Each alert fires when it should, and then only, says where it is, and has a panel; the operator gets the same rules. */
class AlertRulesTest {
    private static final Pattern INCREASE = Pattern.compile("increase\\((\\w+)(\\{[^}]*})?\\[([^]]+)]\\)");
    private static final Path TESTS = DeployFolder.ALERTS.resolveSibling("alerts_test.yaml");
    private static final Path OPERATED = DeployFolder.KUBERNETES.resolve("monitoring/rules.yaml");
    private static final String REQUIRED = "TIDINGS_REQUIRE_PROMTOOL";

    private static final String OPERATED_START = """
        # The rules of deploy/monitoring/alerts.yaml; AlertRulesTest says how to write this file again.
        apiVersion: monitoring.coreos.com/v1
        kind: PrometheusRule
        metadata:
          name: tidings
        spec:
        """;

    @Test
    void everyCaseOfTheTestsComesTrue() throws IOException, InterruptedException {
        var promtool = promtool();
        if (!"true".equals(System.getenv(REQUIRED))) {
            assumeTrue(promtool.isPresent(), "no promtool, so alerts are not tried: apt-get install prometheus");
        }
        assertThat(promtool)
                .as("promtool, which Debian has in the package prometheus")
                .isPresent();

        var run = new ProcessBuilder(promtool.get().toString(), "test", "rules", TESTS.toString())
                .directory(TESTS.getParent().toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(run.getInputStream().readAllBytes(), UTF_8);

        assertThat(run.waitFor()).as(said).isZero();
    }

    @Test
    void everyAlertHasACaseInWhichItFiresAndOneInWhichItDoesNot() {
        var cases = elements(DeployFolder.documents(TESTS).getFirst().path("tests"))
                .flatMap(test -> elements(test.path("alert_rule_test")))
                .collect(groupingBy(
                        each -> each.path("alertname").asText(),
                        mapping(each -> each.path("exp_alerts").isEmpty(), toSet())));

        assertThat(alerts())
                .hasSizeGreaterThan(20)
                .allSatisfy(alert ->
                        assertThat(cases).containsEntry(alert.path("alert").asText(), Set.of(true, false)));
    }

    /** What a sum leaves out of its labels, nobody could look for. */
    @Test
    void everyAlertSaysInWhichInstallationItIs() {
        assertThat(alerts()).allSatisfy(alert -> {
            var expression = alert.path("expr").asText();
            assertThat(expression)
                    .as(alert.path("alert").asText())
                    .doesNotContainPattern("\\b(?:sum|max|min|count|group|avg)\\s*\\(")
                    .doesNotContainPattern("\\bby \\((?!namespace\\b)");
        });
    }

    /** JVMs and Kafka clients of others have metrics of the same names. */
    @Test
    void everyAlertIsAboutProcessesOfTidings() {
        assertThat(alerts()).allSatisfy(alert -> {
            var expression = alert.path("expr").asText();
            if (!new PromQuery(expression).metrics().stream().allMatch(metric -> metric.startsWith("tidings_"))) {
                assertThat(expression).contains("and on (namespace, job, instance) tidings_ready");
            }
        });
    }

    @Test
    void everyAlertHasAPanel() {
        var shown = elements(dashboard().path("panels"))
                .flatMap(panel -> panel.findValuesAsText("expr").stream())
                .flatMap(expression -> new PromQuery(expression).metrics().stream())
                .collect(toSet());

        assertThat(alerts())
                .allSatisfy(alert -> assertThat(shown)
                        .as(alert.path("alert").asText())
                        .containsAll(new PromQuery(alert.path("expr").asText()).metrics()));
    }

    @Test
    void everyPanelAsksOnlyForTheChosenInstallationAndProcesses() {
        assertThat(elements(dashboard().path("panels")).flatMap(panel -> panel.findValuesAsText("expr").stream()))
                .hasSizeGreaterThan(40)
                .allSatisfy(expression -> new PromQuery(expression)
                        .labels()
                        .forEach((metric, labels) ->
                                assertThat(labels).as(expression).contains("namespace", "job", "instance")));
        assertThat(elements(dashboard().at("/templating/list"))
                        .map(variable -> variable.path("name").asText()))
                .containsExactly("datasource", "namespace", "job", "instance", "topic", "subscription");
    }

    @Test
    void theOperatorGetsTheSameRules() throws IOException {
        var groups = DeployFolder.text(DeployFolder.ALERTS).lines().dropWhile(line -> !line.equals("groups:"));
        var text = OPERATED_START
                + String.join("\n", groups.map(line -> "  " + line).toList()) + "\n";
        var written = Path.of("target", "rules.yaml");
        Files.createDirectories(written.getParent());
        Files.writeString(written, text);

        assertThat(Files.exists(OPERATED) ? DeployFolder.text(OPERATED) : "")
                .as("an alert was changed: cp deploy/acceptance/target/rules.yaml deploy/kubernetes/monitoring/")
                .isEqualTo(text);
    }

    private static List<JsonNode> alerts() {
        return elements(DeployFolder.documents(DeployFolder.ALERTS).getFirst().at("/groups/0/rules"))
                .toList();
    }

    private static JsonNode dashboard() {
        return DeployFolder.documents(DeployFolder.DASHBOARD).getFirst();
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static Optional<Path> promtool() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "promtool"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Dashboard and alerts see the first loss, too: of a counter that appears with it, Prometheus knows no increase.
     *
     * <p>Its value has to stand left of {@code or}: the increase of such a counter is 0 from the second sample on, and would
     * hide it.
     */
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
