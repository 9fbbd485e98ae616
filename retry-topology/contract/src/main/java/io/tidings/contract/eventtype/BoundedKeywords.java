package io.tidings.contract.eventtype;

import dev.harrel.jsonschema.Draft2020EvaluatorFactory;
import dev.harrel.jsonschema.EvaluationContext;
import dev.harrel.jsonschema.Evaluator;
import dev.harrel.jsonschema.EvaluatorFactory;
import dev.harrel.jsonschema.JsonNode;
import dev.harrel.jsonschema.SchemaParsingContext;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keywords of draft 2020-12, each of which counts its steps. Regular expressions and {@code uniqueItems} are our own,
 * because the validator's take time without a bound. Words that only annotate, {@code format} too, do nothing.
 */
final class BoundedKeywords implements EvaluatorFactory {
    /** Those that do something although their value is a string. */
    private static final Set<String> TEXTS = Set.of("$ref", "$dynamicRef", "type", "const", "pattern");

    /** Those that look at every member or element. */
    private static final Set<String> OF_CHILDREN = Set.of(
            "properties",
            "patternProperties",
            "additionalProperties",
            "unevaluatedProperties",
            "propertyNames",
            "dependentSchemas",
            "items",
            "prefixItems",
            "unevaluatedItems",
            "contains");

    private static final int OF_A_KEYWORD = 100;
    private static final int OF_A_CHILD = 40;
    private static final int OF_A_PART = 10;
    private static final int OF_A_CHARACTER = 4;

    /** Equal hashes make a set compare each element with each. */
    private static final int PAIRS_OF_A_STEP = 16;

    private final EvaluatorFactory usual = new Draft2020EvaluatorFactory();

    @Override
    public Optional<Evaluator> create(SchemaParsingContext context, String name, JsonNode value) {
        if (value.isString() && !TEXTS.contains(name)) {
            return Optional.empty();
        }
        return keyword(context, name, value)
                .map(keyword -> new Counted(keyword, OF_CHILDREN.contains(name), parts(value)));
    }

    private Optional<Evaluator> keyword(SchemaParsingContext context, String name, JsonNode value) {
        return switch (name) {
            case "pattern" -> value.isString() ? Optional.of(pattern(value.asString())) : Optional.empty();
            case "patternProperties" -> value.isObject() ? Optional.of(patterns(context, value)) : Optional.empty();
            case "uniqueItems" ->
                value.isBoolean() && value.asBoolean() ? Optional.of(BoundedKeywords::unique) : Optional.empty();
            default -> usual.create(context, name, value);
        };
    }

    private static long parts(JsonNode value) {
        return value.isArray()
                ? (long) OF_A_PART * value.asArray().size()
                : value.isString() ? (long) OF_A_CHARACTER * value.asString().length() : 0;
    }

    private static Evaluator pattern(String regex) {
        var pattern = BoundedPattern.of(regex);
        return (_, value) -> !value.isString() || pattern.foundIn(value.asString())
                ? Evaluator.Result.success()
                : Evaluator.Result.failure("pattern");
    }

    private static Evaluator patterns(SchemaParsingContext context, JsonNode value) {
        var schemas = new LinkedHashMap<BoundedPattern, String>();
        value.asObject()
                .forEach((regex, schema) -> schemas.put(BoundedPattern.of(regex), context.getAbsoluteUri(schema)));
        return (evaluation, object) ->
                object.isObject() ? matching(schemas, evaluation, object) : Evaluator.Result.success();
    }

    private static Evaluator.Result matching(
            Map<BoundedPattern, String> schemas, EvaluationContext evaluation, JsonNode object) {
        var seen = new HashSet<String>();
        boolean valid = true;
        for (var member : object.asObject().entrySet()) {
            for (var schema : schemas.entrySet()) {
                if (schema.getKey().foundIn(member.getKey())) {
                    seen.add(member.getKey());
                    valid &= evaluation.resolveInternalRefAndValidate(schema.getValue(), member.getValue());
                }
            }
        }
        return valid ? Evaluator.Result.success(seen) : Evaluator.Result.failure();
    }

    private static Evaluator.Result unique(EvaluationContext evaluation, JsonNode array) {
        if (!array.isArray()) {
            return Evaluator.Result.success();
        }
        long size = array.asArray().size();
        Steps.take(size * size / PAIRS_OF_A_STEP);
        return new HashSet<>(array.asArray()).size() == size
                ? Evaluator.Result.success()
                : Evaluator.Result.failure("uniqueItems");
    }

    /**
     * A keyword that takes its steps before it judges.
     *
     * @param ofChildren whether it looks at every member or element
     * @param parts the steps that its own value makes
     */
    private record Counted(Evaluator keyword, boolean ofChildren, long parts) implements Evaluator {
        @Override
        public Result evaluate(EvaluationContext evaluation, JsonNode value) {
            Steps.take(OF_A_KEYWORD + parts + steps(value));
            var steps = Steps.CURRENT.get();
            steps.enter();
            var result = keyword.evaluate(evaluation, value);
            steps.leave();
            return result;
        }

        private long steps(JsonNode value) {
            return switch (value.getNodeType()) {
                case STRING -> (long) OF_A_CHARACTER * value.asString().length();
                case OBJECT -> ofChildren ? (long) OF_A_CHILD * value.asObject().size() : 0;
                case ARRAY -> ofChildren ? (long) OF_A_CHILD * value.asArray().size() : 0;
                case NULL, BOOLEAN, INTEGER, NUMBER -> 0;
            };
        }

        @Override
        public int getOrder() {
            return keyword.getOrder();
        }
    }
}
