package io.tidings.topology.source;

import io.tidings.contract.topic.SchemaUnavailable;
import io.tidings.contract.topic.UnreadableValue;
import io.tidings.contract.topic.WriterSchemas;
import io.tidings.topology.source.RegistryReply.Reference;
import io.tidings.topology.source.RegistryReply.Registered;
import io.tidings.topology.source.RegistryReply.Unknown;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The Avro schemas of a registry. A schema never changes, so each is asked for once. That there is none may change, so
 * it is asked for again after some seconds. Confined to one thread.
 */
public final class SchemaRegistry implements WriterSchemas, AutoCloseable {
    private static final String AVRO = "AVRO";
    private static final Duration UNTIL_ASKED_AGAIN = Duration.ofSeconds(10);

    /** Producers choose the ids, so there may be any number of them. */
    private static final int REMEMBERED = 1000;

    private static final int MOST_REFERENCES = 100;

    private final @Nullable RegistryClient client;
    private final InstantSource clock;
    private final Map<Integer, Known> known = new LinkedHashMap<>();

    private sealed interface Known {
        record Usable(AvroJson values) implements Known {}

        /** @param sentence why no value can be read with the schema */
        record Useless(String sentence, Instant since) implements Known {}
    }

    /** @param client null if there is no registry */
    SchemaRegistry(@Nullable RegistryClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    /** Sends nothing yet. */
    public static SchemaRegistry of(RegistryConfig config, InstantSource clock) {
        return new SchemaRegistry(config.url() == null ? null : new RegistryClient(config.url(), config), clock);
    }

    @Override
    public byte[] json(int id, byte[] bytes, int from) throws UnreadableValue {
        return switch (schema(id)) {
            case Known.Usable(var values) -> values.json(bytes, from);
            case Known.Useless(var sentence, var _) -> throw new UnreadableValue(sentence);
        };
    }

    private Known schema(int id) {
        var found = known.get(id);
        var now = clock.instant();
        if (found instanceof Known.Usable
                || (found instanceof Known.Useless(var _, var since) && now.isBefore(since.plus(UNTIL_ASKED_AGAIN)))) {
            return found;
        }
        if (known.size() >= REMEMBERED) {
            known.clear();
        }
        var asked = asked(id, now);
        known.put(id, asked);
        return asked;
    }

    private Known asked(int id, Instant now) {
        if (id < 0) {
            return new Known.Useless("the value names schema " + id + ", but ids are positive", now);
        }
        if (client == null) {
            throw new SchemaUnavailable("set schema.registry.url: records name schema " + id + " of a registry", null);
        }
        return switch (client.schema(id)) {
            case Unknown _ -> new Known.Useless("the schema registry has no schema " + id, now);
            case Registered(var type, var _, var _)
            when !type.equals(AVRO) ->
                new Known.Useless("schema " + id + " is of type " + type + ", but the source's format is avro", now);
            case Registered registered -> parsed(id, registered, client, now);
        };
    }

    private static Known parsed(int id, Registered registered, RegistryClient client, Instant now) {
        // The registry has its own rules for names and defaults, which decide nothing about a value.
        var parser = new Schema.Parser(NameValidator.NO_VALIDATION).setValidateDefaults(false);
        try {
            parseReferences(registered, client, parser, new HashSet<>());
            return new Known.Usable(new AvroJson(parser.parse(registered.text())));
        } catch (AvroRuntimeException | NullPointerException e) { // the parser's way to refuse an unknown type
            return new Known.Useless("schema " + id + " is no Avro schema: " + e.getMessage(), now);
        }
    }

    /** The parser knows the types that it has parsed, so what is used comes before its user. */
    private static void parseReferences(
            Registered user, RegistryClient client, Schema.Parser parser, Set<Reference> parsed) {
        for (var reference : user.references()) {
            if (parsed.size() < MOST_REFERENCES && parsed.add(reference)) {
                switch (client.schema(reference)) {
                    case Registered used -> {
                        parseReferences(used, client, parser, parsed);
                        parser.parse(used.text());
                    }
                    case Unknown _ ->
                        throw new SchemaUnavailable(
                                "the schema registry has no version " + reference.version() + " of "
                                        + reference.subject() + ", which another schema uses",
                                null);
                }
            }
        }
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
    }
}
