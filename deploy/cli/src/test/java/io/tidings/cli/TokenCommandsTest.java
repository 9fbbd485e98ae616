package io.tidings.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TokenCommandsTest {
    @Test
    void theFileGetsTheHashOfTheTokenAndNotTheToken() throws Exception {
        var cli = CliRun.in(Map.of(), Path.of("/nowhere"));
        assertThat(cli.run(
                        "token",
                        "create",
                        "billing-ci",
                        "--role",
                        "operator",
                        "--topics",
                        "orders*,invoices,shop/anna*",
                        "--expires",
                        "2027-01-31",
                        "-o",
                        "json"))
                .as(cli.notes())
                .isZero();
        var json = new ObjectMapper().readTree(cli.printed());
        var token = json.path("token").asText();
        var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
        assertThat(token).hasSize(43);
        assertThat(json.path("line").asText())
                .isEqualTo("billing-ci  " + hash + "  operator  orders*,invoices,shop/anna*  2027-01-31");
    }

    @Test
    void aTokenIsForAllTopicsUnlessSomeAreNamed() {
        var cli = CliRun.in(Map.of(), Path.of("/nowhere"));
        assertThat(cli.run("token", "create", "grafana", "--role", "Reader")).isZero();
        assertThat(cli.printed()).containsPattern("grafana  [0-9a-f]{64}  reader  \\*\n");
    }

    @Test
    void anUnknownRoleIsAUsageError() {
        assertThat(CliRun.in(Map.of(), Path.of("/nowhere")).run("token", "create", "x", "--role", "root"))
                .isEqualTo(2);
    }
}
