package io.tidings.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.StopSignal;
import io.tidings.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCommandsTest {
    @TempDir
    private Path home;

    private String printedBy(String... arguments) {
        var cli = CliRun.in(Map.of(), home);
        assertThat(cli.run(arguments)).as(cli.notes()).isZero();
        return cli.printed();
    }

    @Test
    void profilesAreAddedListedUsedAndRemovedWithoutShowingATokenEver() throws IOException {
        var token = Files.writeString(home.resolve("token"), "top-secret");
        var printed =
                printedBy("profile", "add", "prod", "--url", "https://prod.example", "--token-file", token.toString());
        printed += printedBy("profile", "add", "test", "--url", "http://localhost:8080");
        var list = printedBy("profile", "list");
        assertThat(list)
                .containsPattern("prod +https://prod.example +kept +yes")
                .containsPattern("test .* none");
        printed += list + printedBy("profile", "list", "-o", "json") + printedBy("profile", "use", "test");
        assertThat(printedBy("profile", "list")).containsPattern("test .* none +yes");
        printed += printedBy("profile", "remove", "prod");
        assertThat(printed).doesNotContain("top-secret");
        assertThat(printedBy("profile", "list")).doesNotContain("prod");
    }

    @Test
    void anUnknownProfileIsAUsageError() {
        printedBy("profile", "add", "prod", "--url", "https://prod.example");
        var cli = CliRun.in(Map.of(), home);
        assertThat(cli.run("profile", "use", "prd")).isEqualTo(2);
        assertThat(cli.run("topic", "list", "--profile", "prd")).isEqualTo(2);
        assertThat(cli.notes()).containsSubsequence("Did you mean prod?", "Did you mean prod?");
    }

    @Test
    void anEmptyVariableCountsAsNotSet() {
        var session = new CommandSession(
                Map.of("HOME", "", "XDG_CONFIG_HOME", ""),
                new Terminal(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter())),
                new StopSignal(),
                InstantSource.system());
        assertThat(session.profiles().path().startsWith(Path.of(System.getProperty("user.home"))))
                .isTrue();
    }
}
