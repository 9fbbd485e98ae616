package io.tidings.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    private static final List<String> KNOWN = List.of("create", "delete", "list", "orders", "show", "--endpoint");

    @ParameterizedTest
    @CsvSource({
        "shwo, show",
        "lst, list",
        "lists, list",
        "lisr, list",
        "Orders, orders",
        "oderrs, orders",
        "del, delete",
        "--endpont, --endpoint"
    })
    void aWordWithFewMistakesIsUnderstood(String word, String meant) {
        assertThat(Spelling.guess(word, KNOWN)).isEqualTo("\nDid you mean " + meant + "?");
    }

    @Test
    void nothingIsGuessedForAWordThatIsLikeNone() {
        assertThat(Spelling.guess("x", KNOWN)).isEmpty();
        assertThat(Spelling.guess("invoices", KNOWN)).isEmpty();
        assertThat(Spelling.guess("show", List.of())).isEmpty();
    }

    @Test
    void theNearestOfSeveralIsMeant() {
        assertThat(Spelling.guess("orders-2", List.of("orders-23", "orders-2x", "order-2")))
                .isEqualTo("\nDid you mean order-2?");
    }
}
