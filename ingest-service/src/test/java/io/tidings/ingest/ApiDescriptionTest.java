package io.tidings.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.subscription.FilterOperator;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** B-MATCH-2: the description names every operator there is. */
class ApiDescriptionTest {
    @Test
    void everyOperatorIsDescribed() throws IOException {
        try (var description = ApiDescriptionTest.class.getResourceAsStream("openapi.json")) {
            var operators = new ObjectMapper()
                    .readTree(description)
                    .at("/components/schemas/AdvancedFilter/properties/operatorType/enum");
            assertThat(operators)
                    .extracting(JsonNode::textValue)
                    .containsExactlyElementsOf(Arrays.stream(FilterOperator.values())
                            .map(FilterOperator::wireName)
                            .toList());
        }
    }
}
