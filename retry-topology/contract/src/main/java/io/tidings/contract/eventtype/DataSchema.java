package io.tidings.contract.eventtype;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.PatternSyntaxException;
import dev.harrel.jsonschema.Dialects.Draft2020Dialect;
import dev.harrel.jsonschema.Error;
import dev.harrel.jsonschema.EvaluatorFactory;
import dev.harrel.jsonschema.InvalidSchemaException;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import io.tidings.contract.json.Violation;
import java.net.URI;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Schema of draft 2020-12 that judges the data of events, in a number of steps that is bounded by their size. It
 * is compiled when it is first used, since most programs judge nothing. Thread-safe.
 */
public final class DataSchema {
    private static final URI PLACE = URI.create("https://tidings.invalid/schema");
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
    private static final String FROM_ROOT =
            "must be # or lead from there, such as #/$defs/address, because a schema refers"
                    + " to nothing outside itself";

    /** For a schema, and for data of no size. */
    private static final long STEPS = 1_000_000;

    private static final long STEPS_OF_COMPILING = 50_000_000;
    private static final long STEPS_OF_A_BYTE = 100;
    private static final int MOST_CHARACTERS = 200;
    private static final Set<String> ALTERNATIVES = Set.of("anyOf", "oneOf");

    private static final Draft2020Dialect DIALECT = new Draft2020Dialect() {
        private static final BoundedKeywords KEYWORDS = new BoundedKeywords();

        @Override
        public EvaluatorFactory getEvaluatorFactory() {
            return KEYWORDS;
        }
    };

    private final JsonNode json;
    private volatile @Nullable Validator compiled;

    public DataSchema(JsonNode json) {
        this.json = json;
    }

    /** Returns the rules that the schema itself breaks. */
    public static List<Violation> problems(String path, JsonNode schema) {
        var problems = new ArrayList<Violation>();
        inspect(schema, path, true, schema, problems);
        if (problems.isEmpty()) {
            try {
                var _ = compiled(schema, false);
            } catch (InvalidSchemaException e) {
                problems.add(new Violation(path, "is no JSON Schema of draft 2020-12: " + firstOf(e)));
            } catch (RuntimeException e) { // the validator throws many kinds for what it cannot read
                problems.add(new Violation(path, "cannot be used: " + e.getMessage()));
            }
        }
        return problems;
    }

    private static String firstOf(InvalidSchemaException e) {
        return e.getErrors().stream()
                .findFirst()
                .map(error -> shortened(error.getInstanceLocation()) + " breaks " + error.getKeyword())
                .orElse("it breaks the schema of schemas");
    }

    /** Everywhere in the schema, since a reference can make a schema of any part. */
    private static void inspect(JsonNode node, String path, boolean atRoot, JsonNode root, List<Violation> problems) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(member -> {
                var below = path + "." + member.getKey();
                inspect(member.getKey(), member.getValue(), atRoot, root)
                        .ifPresent(rule -> problems.add(new Violation(below, rule)));
                inspect(member.getValue(), below, false, root, problems);
            });
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                inspect(node.get(i), path + "[" + i + "]", false, root, problems);
            }
        }
    }

    /** Returns the rule that a member breaks. */
    private static Optional<String> inspect(String name, JsonNode value, boolean atRoot, JsonNode root) {
        if (name.equals("patternProperties") && value.isObject()) {
            return value.propertyStream()
                            .anyMatch(each ->
                                    !readable(each.getKey()) || each.getKey().contains("#"))
                    ? Optional.of("has a name that is none: each " + BoundedPattern.RULE + ", and without #")
                    : Optional.empty();
        }
        var text = value.textValue();
        if (text == null) {
            return Optional.empty();
        }
        boolean allowed = switch (name) {
            case "$ref" -> leadsSomewhere(text, root);
            case "$dynamicRef" -> false;
            case "$schema" -> text.equals(DRAFT);
            case "$id" -> atRoot;
            case "pattern" -> readable(text);
            default -> true;
        };
        return allowed
                ? Optional.empty()
                : Optional.of(
                        switch (name) {
                            case "$schema" -> "must be " + DRAFT;
                            case "$id" -> "can only be at the root";
                            case "pattern" -> BoundedPattern.RULE;
                            default -> FROM_ROOT;
                        });
    }

    private static boolean leadsSomewhere(String reference, JsonNode root) {
        try {
            return reference.startsWith("#")
                    && !root.at(JsonPointer.compile(URLDecoder.decode(reference.substring(1), UTF_8)))
                            .isMissingNode();
        } catch (IllegalArgumentException e) {
            return false; // neither a pointer nor well encoded
        }
    }

    private static boolean readable(String regex) {
        try {
            var _ = BoundedPattern.of(regex);
            return true;
        } catch (PatternSyntaxException e) {
            return false;
        }
    }

    /**
     * Returns the rule that data breaks, as the predicate of a sentence, without any of its values; null if it breaks none.
     *
     * @param bytes of the data
     */
    public @Nullable String mismatch(JsonNode data, int bytes) {
        var steps = new Steps(STEPS + STEPS_OF_A_BYTE * bytes);
        try {
            var validator = validator();
            var result = ScopedValue.where(Steps.CURRENT, steps)
                    .call(() -> validator.validate(PLACE, new CheckedValue(data)));
            return result.isValid() ? null : broken(result.getErrors());
        } catch (Steps.Exhausted e) {
            return e.getMessage();
        } catch (
                RuntimeException
                        e) { // a schema that another tool wrote may be none, and what cannot be judged is not right
            return "cannot be judged by the schema: " + e;
        }
    }

    private Validator validator() {
        var present = compiled;
        if (present == null) {
            var problems = new ArrayList<Violation>();
            inspect(json, "dataSchema", true, json, problems);
            if (!problems.isEmpty()) {
                throw new IllegalStateException(problems.getFirst().toString());
            }
            present = compiled(json, true);
            compiled = present;
        }
        return present;
    }

    private static Validator compiled(JsonNode schema, boolean known) {
        var root = schema.deepCopy();
        if (root instanceof ObjectNode object) {
            object.remove("$id"); // it could be that of the schema of schemas
        }
        return ScopedValue.where(Steps.CURRENT, new Steps(STEPS_OF_COMPILING)).call(() -> {
            var validator = new ValidatorFactory()
                    .withDefaultDialect(DIALECT)
                    .withDialect(DIALECT)
                    .withJsonNodeFactory(new CheckedValue.Factory())
                    .withDisabledSchemaValidation(known)
                    .createValidator();
            var _ = validator.registerSchema(PLACE, new CheckedValue(root).complete());
            return validator;
        });
    }

    /** Of alternatives that all fail, the choice between them is the rule that is broken. */
    private String broken(List<Error> errors) {
        var first = errors.getFirst();
        var rule = errors.stream()
                .filter(each -> each.getKeyword() != null
                        && ALTERNATIVES.contains(each.getKeyword())
                        && first.getEvaluationPath().startsWith(each.getEvaluationPath() + "/"))
                .reduce((_, outer) -> outer)
                .orElse(first);
        var place = rule.getInstanceLocation();
        return (place.isEmpty() ? "" : "at " + shortened(place) + " ") + "breaks " + shortened(stated(rule));
    }

    /** The keyword and its value in the schema. */
    private String stated(Error rule) {
        if (rule.getKeyword() == null) {
            return "false (nothing is allowed there)";
        }
        var location = rule.getSchemaLocation();
        var stated = json.at(location.substring(location.indexOf('#') + 1)).path(rule.getKeyword());
        return rule.getKeyword() + (stated.isMissingNode() ? "" : ": " + stated);
    }

    private static String shortened(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
    }
}
