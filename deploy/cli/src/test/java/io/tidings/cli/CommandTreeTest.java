package io.tidings.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The common behaviour of all commands: options, output, failures and exit codes. */
class CommandTreeTest {
    private static final String TOPIC = """
        {"id":"/t/orders","name":"orders","properties":{"inputSchema":"EventGridSchema","endpoint":"http://e/"}}\
        """;

    private final StubManagement server = new StubManagement().on("GET /topics/orders", 200, TOPIC);
    private final CliRun cli = CliRun.against(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theOutputIsWhatTheServerSaidOrATable() {
        assertThat(cli.run("topic", "show", "orders", "--output", "json")).isZero();
        assertThat(cli.printed()).startsWith("{").contains("\"name\" : \"orders\"");
        var people = CliRun.against(server);
        assertThat(people.run("topic", "show", "orders")).isZero();
        assertThat(people.printed()).containsPattern("input schema +EventGridSchema \\(default\\)");
    }

    @Test
    void theOptionsOfEveryCommandStandBeforeOrBehindIt() {
        var before = CliRun.in(Map.of(), Path.of("/nowhere"));
        assertThat(before.run("--url", server.url(), "-o", "json", "topic", "show", "orders"))
                .isZero();
        var behind = CliRun.in(Map.of(), Path.of("/nowhere"));
        assertThat(behind.run("topic", "show", "orders", "-o", "json", "--url", server.url()))
                .isZero();
        assertThat(before.printed()).startsWith("{").isEqualTo(behind.printed());
    }

    /** #35 */
    @Test
    void aCommandThatIsMadeAloneSaysTheSameAsAmongAllOthers() {
        var alone = CliRun.against(server);
        assertThat(alone.run("topic", "show", "--help")).isZero();
        var among = CliRun.against(server);
        assertThat(among.run("-o", "table", "topic", "show", "--help")).isZero();
        assertThat(alone.printed()).isNotBlank().isEqualTo(among.printed());
    }

    @Test
    void theTokenIsSent() {
        cli.run("topic", "show", "orders");
        assertThat(server.received().getFirst().headers()).containsEntry("authorization", "Bearer secret-token");
    }

    @Test
    void aRefusalIsExitCodeOneWithTheServersReasons() {
        server.on("GET /topics/orders", 403, """
            {"error":{"code":"Forbidden","message":"this needs the role reader","details":[{"message":"more"}]}}\
            """);
        assertThat(cli.run("topic", "show", "orders")).isEqualTo(1);
        assertThat(cli.printed()).isEmpty();
        assertThat(cli.notes()).contains("403 Forbidden: this needs the role reader", "  more");
    }

    @Test
    void aTokenThatIsNotAcceptedIsToldHowToBeGiven() {
        server.on("GET /topics/orders", 401, "{\"error\":{\"code\":\"Unauthorized\",\"message\":\"no\"}}");
        assertThat(cli.run("topic", "show", "orders")).isEqualTo(1);
        assertThat(cli.notes()).contains("--token-file", "TIDINGS_TOKEN");
    }

    @Test
    void aTokenOfTheEnvironmentThatBelongsElsewhereIsNotSentAndTheRefusalSaysWhatToDo() {
        server.on("GET /topics/orders", 401, "{\"error\":{\"code\":\"Unauthorized\",\"message\":\"no\"}}");
        var elsewhere = CliRun.in(
                Map.of("TIDINGS_URL", "https://prod.example", "TIDINGS_TOKEN", "secret-token"), Path.of("/nowhere"));
        assertThat(elsewhere.runAt(server, "topic", "show", "orders")).isEqualTo(1);
        assertThat(server.received().getFirst().headers()).doesNotContainKey("authorization");
        assertThat(elsewhere.notes())
                .contains("--token-file", "TIDINGS_TOKEN is sent to the address in TIDINGS_URL only");
    }

    @Test
    void wrongArgumentsAreExitCodeTwo() {
        assertThat(cli.run("topic", "shwo")).isEqualTo(2);
        assertThat(cli.run("subscription", "show", "orders")).isEqualTo(2);
        assertThat(cli.notes()).contains("TOPIC/NAME, such as orders/billing", "--help");
        assertThat(cli.run()).isEqualTo(2);
    }

    /** #35 */
    @Test
    void whoMisspellsACommandOrAnOptionIsToldWhatIsLikeIt() {
        assertThat(cli.run("topic", "shwo", "orders")).isEqualTo(2);
        assertThat(cli.run("subscripton", "list", "orders")).isEqualTo(2);
        assertThat(cli.run("topic", "create", "orders", "--partition-bye=subject"))
                .isEqualTo(2);
        assertThat(cli.run("topic", "frobnicate")).isEqualTo(2);
        assertThat(cli.notes().lines().filter(line -> line.startsWith("Did you mean")))
                .containsExactly("Did you mean show?", "Did you mean subscription?", "Did you mean --partition-by?");
        assertThat(server.received()).isEmpty();
    }

    /** #35 */
    @Test
    void whoMisspellsATopicOrASubscriptionIsToldWhatIsLikeIt() {
        server.on("GET /topics", 200, "{\"value\":[{\"name\":\"invoices\"},{\"name\":\"orders\"}]}")
                .on("GET /topics/orders/eventSubscriptions", 200, "{\"value\":[{\"name\":\"billing\"}]}");
        assertThat(cli.run("topic", "show", "ordres")).isEqualTo(1);
        assertThat(cli.run("subscription", "pause", "order/billing")).isEqualTo(1);
        assertThat(cli.run("pending", "orders/biling")).isEqualTo(1);
        assertThat(cli.run("topic", "show", "payments")).isEqualTo(1);
        assertThat(cli.notes().lines().filter(line -> line.startsWith("Did you mean")))
                .containsExactly("Did you mean orders?", "Did you mean orders?", "Did you mean billing?");
        assertThat(cli.notes()).contains("404 NotFound: there is no /topics/ordres");
    }

    @Test
    void aServerThatCannotBeReachedIsExitCodeThree() {
        server.close();
        assertThat(cli.run("topic", "list")).isEqualTo(3);
        assertThat(cli.notes()).contains("No Tidings listens on " + server.url(), "./deploy/local/up");
    }

    @Test
    void aResponseCannotSteerTheTerminal() {
        server.on("GET /topics/orders", 200, "{\"name\":\"\\u001b[2Jorders\\u202e\"}");
        cli.run("topic", "show", "orders");
        assertThat(cli.printed()).contains("\\u001b[2Jorders\\u202e").doesNotContain("\u001b", "\u202e");
    }

    @Test
    void everyCommandExplainsItself() {
        assertThat(cli.run("--help")).isZero();
        assertThat(cli.printed()).contains("subscription", "listen", "--url", "--output");
        var sub = CliRun.against(server);
        assertThat(sub.run("subscription", "create", "--help")).isZero();
        assertThat(sub.printed()).contains("--advanced-filter", "TOPIC/NAME").doesNotContain("--token-file");
    }

    @Test
    void shellsCompleteCommands() {
        assertThat(cli.run("completion", "bash")).isZero();
        assertThat(cli.printed()).contains("complete -F _complete_tidings", "retry-now");
    }

    @Test
    void aListHasAllItsPages() {
        server.onEach(
                "GET /topics",
                "{\"value\":[" + TOPIC + "],\"nextLink\":\"https://proxy.example/topics?%24skiptoken=orders\"}",
                "{\"value\":[" + TOPIC.replace("orders", "payments") + "]}");
        assertThat(cli.run("topic", "list")).isZero();
        assertThat(cli.printed()).contains("orders", "payments");
        assertThat(server.lines()).containsExactly("GET /topics?%24top=100", "GET /topics?%24skiptoken=orders");
    }
}
