package io.tidings.ingest.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.EventFilter;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilterProposalTest {
    @Test
    void hasAFilterAndAnEvent() {
        var proposal = valid("{\"filter\":{\"subjectBeginsWith\":\"/eu/\"},\"event\":{\"id\":\"1\"}}");
        assertThat(proposal.filter().subjectBeginsWith()).isEqualTo("/eu/");
        assertThat(proposal.event()).hasToString("{\"id\":\"1\"}");
    }

    @Test
    void aMissingFilterMatchesEverything() {
        assertThat(valid("{\"event\":{}}").filter()).isEqualTo(EventFilter.EVERYTHING);
    }

    @Test
    void theNumbersOfTheEventKeepTheirDigits() {
        var event = "{\"data\":{\"exact\":0.30000000000000004000,\"large\":9007199254740993}}";
        assertThat(valid("{\"event\":" + event + "}").event()).hasToString(event);
    }

    @Test
    void everyViolationHasItsPath() {
        assertThat(paths("{\"filter\":{\"subjectBeginsWith\":1,\"no\":2},\"event\":[],\"more\":1}"))
                .containsExactlyInAnyOrder("filter.subjectBeginsWith", "filter.no", "event", "more");
        assertThat(paths("[]")).hasSize(1);
        assertThat(paths("{")).hasSize(1);
    }

    private static FilterProposal valid(String json) {
        return switch (read(json)) {
            case Validated.Valid<FilterProposal>(var proposal) -> proposal;
            case Validated.Invalid<FilterProposal> invalid -> throw new AssertionError(invalid.sentence());
        };
    }

    private static List<String> paths(String json) {
        return switch (read(json)) {
            case Validated.Valid<FilterProposal> _ -> List.of();
            case Validated.Invalid<FilterProposal>(var violations) ->
                violations.stream().map(Violation::path).toList();
        };
    }

    private static Validated<FilterProposal> read(String json) {
        return FilterProposal.read(json.getBytes(UTF_8));
    }
}
