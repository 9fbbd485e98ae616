package io.tidings.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.topic.TopicPattern;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-ACCESS-1: tokens by file of hashes. */
class TokenListTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    /** {@code printf %s secret | sha256sum}. */
    private static final String HASH = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

    private static final String OTHER = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    @Test
    void aLineIsATokenWithItsRoleAndItsTopics() {
        var tokens = valid("""
            # name   hash  role  topics

            billing-ci  %s   operator  orders*,invoices
              grafana   %s reader *
            """.formatted(HASH, OTHER));
        assertThat(tokens.lines()).hasSize(2);
        assertThat(tokens.check("secret", NOW))
                .contains(new TokenCheck.Accepted(new Principal(
                        "billing-ci",
                        List.of(new Grant(
                                Role.OPERATOR, List.of(new TopicPattern("orders*"), new TopicPattern("invoices")))))));
        assertThat(tokens.check("test", NOW))
                .contains(new TokenCheck.Accepted(new Principal("grafana", List.of(Grant.ofAllTopics(Role.READER)))));
    }

    @Test
    void anUnknownTokenIsNotOfTheFile() {
        assertThat(valid("ci " + HASH + " admin *").check("Secret", NOW)).isEmpty();
        assertThat(valid("").check("secret", NOW)).isEmpty();
        assertThat(valid("ci " + HASH + " admin *").check(HASH, NOW)).isEmpty();
    }

    @Test
    void aHashInUpperCaseIsTheSame() {
        assertThat(valid("ci " + HASH.toUpperCase(Locale.ROOT) + " ADMIN *").check("secret", NOW))
                .isPresent();
    }

    @ParameterizedTest(name = "{0}: accepted {1}")
    @CsvSource({"2026-11-22, false", "2026-11-23, true", "2026-11-22T12:00:00Z, false", "2026-11-22T12:00:01Z, true"})
    void aTokenIsAcceptedUntilItExpires(String expires, boolean accepted) {
        var checked =
                valid("ci " + HASH + " admin * " + expires).check("secret", NOW).orElseThrow();
        assertThat(checked instanceof TokenCheck.Accepted).isEqualTo(accepted);
        if (checked instanceof TokenCheck.Refused(var error)) {
            assertThat(error.status()).isEqualTo(401);
            assertThat(error.message()).startsWith("the token ci expired at 2026-11-22T");
        }
    }

    @Test
    void everyLineThatIsWrongIsNamedAndNoneIsQuoted() {
        var violations = ((Validated.Invalid<TokenList>) TokenList.parse("""
            ci %s admin *
            plain-token secret-token-in-plain-text admin *
            ci2 %s owner *
            ci3 %s reader orders/eu
            ci4 %s reader * tomorrow
            ci5 %s
            näme %s reader *
            again %s reader *
            Admin %s reader *
            """.replace("%s", HASH))).violations();
        assertThat(violations)
                .extracting(Violation::path)
                .containsExactly("line 2", "line 3", "line 4", "line 5", "line 6", "line 7", "line 8", "line 9");
        assertThat(violations)
                .extracting(Violation::rule)
                .noneMatch(rule -> rule.contains("plain-text") || rule.contains(HASH));
    }

    private static TokenList valid(String text) {
        var parsed = TokenList.parse(text);
        assertThat(parsed).isInstanceOf(Validated.Valid.class);
        return Optional.of(parsed)
                .map(each -> ((Validated.Valid<TokenList>) each).value())
                .orElseThrow();
    }
}
