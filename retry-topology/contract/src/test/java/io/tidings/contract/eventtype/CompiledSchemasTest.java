package io.tidings.contract.eventtype;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** B-TYPE-1: what schemas take of the memory. */
class CompiledSchemasTest {
    private static final int MOST = 1_000;

    private final CompiledSchemas schemas = new CompiledSchemas(MOST);

    @Test
    void theyHaveABoundedSizeAndThoseUsedLastAreKept() {
        var often = schema(1);
        var first = schemas.of(often);
        for (int i = 0; i < 100; i++) {
            schemas.of(schema(i));
            assertThat(schemas.parts()).isLessThanOrEqualTo(MOST);
            assertThat(schemas.of(often)).isSameAs(first);
        }
        assertThat(schemas.parts()).isGreaterThan(MOST / 2);
    }

    @Test
    void oneThatIsTooLargeIsNotKept() {
        var large = schema(2_000);
        assertThat(schemas.of(large).parts()).isGreaterThan(2_000);
        assertThat(schemas.parts()).isZero();
    }

    private static DeclaredSchema schema(int values) {
        var json = "{\"properties\":{\"dataSchema\":{\"enum\":[0" + ",1".repeat(values) + "]}}}";
        return new DeclaredSchema(json.getBytes(UTF_8));
    }
}
