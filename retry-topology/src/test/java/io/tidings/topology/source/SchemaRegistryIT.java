package io.tidings.topology.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tidings.contract.topic.SchemaUnavailable;
import io.tidings.contract.topic.UnreadableValue;
import io.tidings.runtime.InvalidSettings;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SOURCE-1: which values a registry makes readable, which it rejects, and when nothing is decided. */
class SchemaRegistryIT {
    private static final byte[] SEVEN = {14}; // the int 7 as Avro writes it

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T12:00:00Z"));
    private final StandInRegistry server;
    private final SchemaRegistry registry;

    SchemaRegistryIT() throws IOException {
        server = new StandInRegistry();
        registry = registry(server.url(), null, null);
    }

    @AfterEach
    void close() {
        registry.close();
        server.close();
    }

    @Test
    void aSchemaIsAskedForOnce() throws UnreadableValue {
        server.says("/schemas/ids/4", 200, schema("\"int\""));
        assertThat(registry.json(4, SEVEN, 0)).asString(UTF_8).isEqualTo("7");
        assertThat(registry.json(4, SEVEN, 0)).asString(UTF_8).isEqualTo("7");
        assertThat(server.asked()).containsExactly("/schemas/ids/4");
        assertThat(server.authorization()).isNull();
    }

    @Test
    void theRegistryIsAskedWithTheCredentialsOfTheSettings() throws UnreadableValue {
        server.says("/schemas/ids/4", 200, schema("\"int\""));
        try (var secured = registry(server.url(), "tidings", new Password("s3cret:"))) {
            assertThat(secured.json(4, SEVEN, 0)).asString(UTF_8).isEqualTo("7");
        }
        assertThat(server.authorization()).isEqualTo("Basic dGlkaW5nczpzM2NyZXQ6");
    }

    @Test
    void theTypesThatASchemaRefersToAreReadFirst() throws UnreadableValue {
        server.says("/schemas/ids/4", 200, """
            {"schemaType":"AVRO","schema":"{\\"type\\":\\"record\\",\\"name\\":\\"Order\\",\\"namespace\\":\\"shop\\",\
            \\"fields\\":[{\\"name\\":\\"to\\",\\"type\\":\\"shop.Address\\"}]}",\
            "references":[{"name":"shop.Address","subject":"shop address","version":3}]}\
            """);
        server.says("/subjects/shop%20address/versions/3", 200, """
            {"subject":"shop address","version":3,"schema":"{\\"type\\":\\"record\\",\\"name\\":\\"Address\\",\
            \\"namespace\\":\\"shop\\",\\"fields\\":[{\\"name\\":\\"zip\\",\\"type\\":\\"shop.Zip\\"}]}",\
            "references":[{"name":"shop.Zip","subject":"zip","version":1}]}\
            """);
        server.says("/subjects/zip/versions/1", 200, schema("""
            {"type":"enum","name":"Zip","namespace":"shop","symbols":["A","B"]}\
            """));
        assertThat(registry.json(4, new byte[] {2}, 0)).asString(UTF_8).isEqualTo("{\"to\":{\"zip\":\"B\"}}");
    }

    @Test
    void aSchemaThatTheRegistryDoesNotHaveRejectsTheValueAndIsAskedForAgainLater() throws UnreadableValue {
        assertUnreadable(5, "the schema registry has no schema 5");
        server.says("/schemas/ids/5", 200, schema("\"int\""));
        assertUnreadable(5, "the schema registry has no schema 5");
        assertThat(server.asked()).hasSize(1);
        now.set(now.get().plusSeconds(10));
        assertThat(registry.json(5, SEVEN, 0)).asString(UTF_8).isEqualTo("7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "503 | {\"error_code\":50301,\"message\":\"no leader\"}",
                "401 | {\"error_code\":401}",
                "404 | {\"error_code\":404,\"message\":\"HTTP 404 Not Found\"}",
                "404 | <html>not found</html>",
                "200 | <html>please sign in</html>",
                "200 | {\"schema\":7}",
                "302 | ",
            })
    void whatIsNotTheRegistrysWordDecidesNothing(int status, @Nullable String body) {
        server.says("/schemas/ids/5", status, body == null ? "" : body);
        assertThatThrownBy(() -> registry.json(5, SEVEN, 0))
                .isInstanceOf(SchemaUnavailable.class)
                .hasMessageStartingWith("the schema registry responds to /schemas/ids/5 with " + status);
    }

    @Test
    void aRegistryThatIsAwayDecidesNothing() {
        server.close();
        assertThatThrownBy(() -> registry.json(5, SEVEN, 0))
                .isInstanceOf(SchemaUnavailable.class)
                .hasMessageStartingWith("the schema registry does not respond");
    }

    @Test
    void withoutARegistryNothingIsDecided() {
        try (var none = registry(null, null, null)) {
            assertThatThrownBy(() -> none.json(5, SEVEN, 0))
                    .isInstanceOf(SchemaUnavailable.class)
                    .hasMessage("set schema.registry.url: records name schema 5 of a registry");
        }
    }

    @Test
    void aSchemaOfAnotherTypeOrWithAMistakeRejectsTheValue() {
        server.says("/schemas/ids/5", 200, "{\"schemaType\":\"PROTOBUF\",\"schema\":\"syntax\"}");
        assertUnreadable(5, "schema 5 is of type PROTOBUF, but the source's format is avro");
        server.says("/schemas/ids/6", 200, schema("{\"type\":\"unknown\"}"));
        assertThatThrownBy(() -> registry.json(6, SEVEN, 0))
                .isInstanceOf(UnreadableValue.class)
                .hasMessageStartingWith("schema 6 is no Avro schema: ");
    }

    @Test
    void theRegistryIsNotAskedForAnIdThatNoneHas() {
        assertUnreadable(-5, "the value names schema -5, but ids are positive");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void credentialsAreCompleteOrMissing() {
        assertThatThrownBy(() -> registry(server.url(), "tidings", null))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("schema.registry.user and schema.registry.password belong together");
    }

    private void assertUnreadable(int id, String sentence) {
        assertThatThrownBy(() -> registry.json(id, SEVEN, 0))
                .isInstanceOf(UnreadableValue.class)
                .hasMessage(sentence);
    }

    private SchemaRegistry registry(@Nullable URI url, @Nullable String user, @Nullable Password password) {
        return SchemaRegistry.of(new RegistryConfig(url, user, password), now::get);
    }

    private static String schema(String avro) {
        return "{\"schema\":\"" + new String(JsonStringEncoder.getInstance().quoteAsString(avro)) + "\"}";
    }
}
