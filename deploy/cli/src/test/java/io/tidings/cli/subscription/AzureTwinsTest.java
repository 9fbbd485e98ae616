package io.tidings.cli.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of Azure's command line and those of ours that do the same, as a page pairs them. */
class AzureTwinsTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "cli.md");
    private static final Pattern ROW = Pattern.compile("\\| `(az eventgrid [^`]+)` \\| `tidings ([^`]+)` \\|");
    /** They name what a name after the command stands for. */
    private static final List<String> NAMES =
            List.of("--resource-group", "--location", "--name", "--source-resource-id");

    static Stream<Twins> twins() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .map(row -> new Twins(row.group(1), row.group(2)));
    }

    record Twins(String azure, String own) {
        List<String> words() {
            return List.of(own.replace("$ENDPOINT", "https://example.com/hook").split(" ", -1));
        }

        static List<String> flags(String command) {
            return Stream.of(command.split(" ", -1))
                    .filter(word -> word.startsWith("--") && !NAMES.contains(word))
                    .toList();
        }
    }

    @Test
    void theCommandOfTheDocumentationOfEventGridIsAmongThem() throws IOException {
        assertThat(twins().map(Twins::azure)
                        .filter(command -> command.startsWith("az eventgrid event-subscription create ")))
                .singleElement()
                .asString()
                .contains(" --max-events-per-batch 1000 --preferred-batch-size-in-kilobytes 512");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("twins")
    void ourCommandHasTheSameFlagsAndWorks(Twins twins) {
        var topic = "/topics/orders";
        var subscription = topic + "/eventSubscriptions/billing";
        var list = "{\"value\":[]}";
        try (var server = new StubManagement()) {
            for (var path : List.of(topic, subscription)) {
                for (var method : List.of("GET ", "PUT ", "PATCH ", "DELETE ")) {
                    server.on(method + path, 200, "{}");
                }
            }
            server.on("GET " + topic + "/eventSubscriptions", 200, list)
                    .on("POST " + topic + "/listKeys", 200, "{}")
                    .on("POST " + topic + "/regenerateKey", 200, "{}");
            var cli = CliRun.against(server);
            assertThat(cli.run(twins.words().toArray(String[]::new)))
                    .as(cli.notes())
                    .isZero();
        }
        assertThat(Twins.flags(twins.own())).isEqualTo(Twins.flags(twins.azure()));
    }
}
