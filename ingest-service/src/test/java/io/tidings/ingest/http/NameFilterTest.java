package io.tidings.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.json.Validated;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-1: the {@code $filter} of lists. */
class NameFilterTest {
    @ParameterizedTest(name = "{0} takes {1}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        name eq 'billing'                                   | billing | true
        name eq 'billing'                                   | audit   | false
        Name EQ 'BILLING'                                   | billing | true
        name ne 'billing'                                   | billing | false
        contains(name,'ill')                                | billing | true
        contains( namE , 'ILL' )                            | billing | true
        contains(name,'')                                   | billing | true
        contains(name,'x')                                  | billing | false
        not contains(name,'x')                              | billing | true
        not not name eq 'billing'                           | billing | true
        contains(name,'a') and name ne 'audit'              | audit   | false
        name eq 'a' or name eq 'b' and name eq 'c'          | a       | true
        (name eq 'a' or name eq 'b') and name eq 'c'        | a       | false
        not (name eq 'a' or name eq 'b')                    | c       | true
        name eq 'it''s'                                     | it's    | true
        """)
    void namesAreFiltered(String filter, String name, boolean taken) {
        assertThat(NameFilter.read(filter))
                .isInstanceOfSatisfying(
                        Validated.Valid.class,
                        valid -> assertThat(taken(valid, name)).isEqualTo(taken));
    }

    @SuppressWarnings("unchecked") // what NameFilter reads
    private static boolean taken(Validated.Valid<?> valid, String name) {
        return ((Predicate<String>) valid.value()).test(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name",
                "name eq",
                "name eq billing",
                "name gt 'a'",
                "location eq 'westus'",
                "contains(name)",
                "contains(name,'a'",
                "startswith(name,'a')",
                "name eq 'a' name eq 'b'",
                "name eq 'a' and",
                "(name eq 'a'",
                "name eq 'a')",
                "name eq 'a",
                "name eq 'a' ; drop"
            })
    void anInvalidFilterIsRefused(String filter) {
        assertThat(NameFilter.read(filter)).isInstanceOf(Validated.Invalid.class);
    }

    @Test
    void howDeepItNestsIsBounded() {
        assertThat(NameFilter.read("(".repeat(5_000))).isInstanceOf(Validated.Invalid.class);
        var deep = "(".repeat(490) + "name eq 'a'" + ")".repeat(489);
        assertThat(NameFilter.read(deep)).isInstanceOf(Validated.Invalid.class);
    }
}
