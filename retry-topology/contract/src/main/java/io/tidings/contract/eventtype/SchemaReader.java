package io.tidings.contract.eventtype;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes rules of a JSON Schema of draft 2020-12. A keyword that is not known here is refused: a misspelt one would check
 * nothing, and nobody would notice. Each rule takes steps for what it looks at, and stops at the first that is broken.
 */
final class SchemaReader {
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
    private static final int MOST_DEPTH = 100;

    /** Each element is compared with each. */
    private static final int MOST_UNIQUE = 100;

    private static final int STEPS_OF_A_DIVISION = 100;
    private static final int CHARACTERS_OF_A_STEP = 16;

    private static final Set<String> TYPES =
            Set.of("null", "boolean", "object", "array", "number", "string", "integer");

    /** Where schemas stand that others refer to. */
    private static final List<String> DEFINITIONS = List.of("$defs", "definitions");

    private final JsonNode json;
    private final PatternCompiler patterns = new PatternCompiler();
    /** By reference. */
    private final Map<String, Rule> named = new HashMap<>();

    private final List<Reference> references = new ArrayList<>();

    private int depth;

    SchemaReader(JsonNode json) {
        this.json = Values.rounded(json);
    }

    /** Returns the size of what was read: values of the schema, and parts of its patterns. */
    int parts() {
        return patterns.parts() + values(json);
    }

    private static int values(JsonNode value) {
        int sum = 1;
        for (var each : value) {
            sum += values(each);
        }
        return sum;
    }

    /** The schema breaks a rule. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        private final String rule;

        Refused(Place place, String rule) {
            super(rule, null, false, false);
            this.rule = (place.pointer() + " " + rule).strip();
        }

        String rule() {
            return rule;
        }
    }

    /** Where and to which schema one refers. */
    private record Reference(String text, Place place) {}

    Rule root() throws Refused {
        for (var definitions : DEFINITIONS) {
            for (var each : json.path(definitions).properties()) {
                var name = each.getKey().replace("~", "~0").replace("/", "~1");
                var place = Place.ROOT.below(definitions).below(each.getKey());
                named.put("#/" + definitions + "/" + name, schema(each.getValue(), place));
            }
        }
        var root = schema(json, Place.ROOT);
        named.put("#", root);
        for (var reference : references) {
            said(
                    named.containsKey(reference.text()),
                    reference.place(),
                    "must be # or lead to a schema of its own, such as #/$defs/address");
        }
        return root;
    }

    private Rule schema(JsonNode schema, Place at) throws Refused {
        if (schema.isBoolean()) {
            boolean right = schema.booleanValue();
            return (_, steps) -> {
                steps.take(1);
                return right ? null : at;
            };
        }
        said(schema.isObject(), at, "must be a schema: an object, true or false");
        said(++depth <= MOST_DEPTH, at, "nests deeper than " + MOST_DEPTH + " schemas");
        var rules = new ArrayList<Rule>();
        for (var keyword : schema.properties()) {
            var rule = rule(keyword.getKey(), keyword.getValue(), schema, at);
            if (rule != null) {
                rules.add(rule);
            }
        }
        depth--;
        return all(rules);
    }

    private static void said(boolean right, Place place, String rule) throws Refused {
        if (!right) {
            throw new Refused(place, rule);
        }
    }

    private static Rule all(List<Rule> list) {
        var rules = list.toArray(Rule[]::new);
        return (value, steps) -> {
            steps.enter();
            Place broken = null;
            for (int i = 0; i < rules.length && broken == null; i++) {
                steps.take(1);
                broken = rules[i].broken(value, steps);
            }
            steps.leave();
            return broken;
        };
    }

    /** Returns null for a keyword that says nothing about values. */
    private @Nullable Rule rule(String keyword, JsonNode value, JsonNode schema, Place at) throws Refused {
        var place = at.below(keyword);
        return switch (keyword) {
            case "type" -> type(value, place);
            case "enum" -> oneOf(elements(value, place), place);
            case "const" -> oneOf(List.of(value), place);
            case "minimum" -> number(value, place, order -> order >= 0);
            case "exclusiveMinimum" -> number(value, place, order -> order > 0);
            case "maximum" -> number(value, place, order -> order <= 0);
            case "exclusiveMaximum" -> number(value, place, order -> order < 0);
            case "multipleOf" -> multiple(value, place);
            case "minLength" -> size(value, place, JsonNode::isTextual, false);
            case "maxLength" -> size(value, place, JsonNode::isTextual, true);
            case "minItems" -> size(value, place, JsonNode::isArray, false);
            case "maxItems" -> size(value, place, JsonNode::isArray, true);
            case "minProperties" -> size(value, place, JsonNode::isObject, false);
            case "maxProperties" -> size(value, place, JsonNode::isObject, true);
            case "pattern" -> pattern(value, place);
            case "uniqueItems" -> unique(value, schema, place);
            case "required" -> required(texts(value, place), place);
            case "properties" -> properties(members(value, place));
            case "patternProperties" -> patternProperties(value, place);
            case "additionalProperties" -> additional(schema(value, place), schema, at);
            case "propertyNames" -> names(schema(value, place));
            case "prefixItems" -> prefix(schemas(value, place));
            case "items" ->
                items(schema(value, place), schema.path("prefixItems").size());
            case "contains" -> contains(schema(value, place), place);
            case "allOf" -> all(schemas(value, place));
            case "anyOf" -> alternatives(schemas(value, place), place, fitting -> fitting > 0);
            case "oneOf" -> alternatives(schemas(value, place), place, fitting -> fitting == 1);
            case "not" -> alternatives(List.of(schema(value, place)), place, fitting -> fitting == 0);
            case "if" -> conditional(schema(value, place), branch("then", schema, at), branch("else", schema, at));
            case "$ref" -> reference(value, place);
            default -> {
                annotation(keyword, value, schema, place);
                yield null;
            }
        };
    }

    private void annotation(String keyword, JsonNode value, JsonNode schema, Place place) throws Refused {
        switch (keyword) {
            case "$schema" -> said(value.asText().equals(DRAFT), place, "must be " + DRAFT);
            case "$id" -> said(place.ofRoot(), place, "can only be at the root");
            case "$defs", "definitions" ->
                said(place.ofRoot() && value.isObject(), place, "must be an object, and at the root");
            case "then", "else" -> said(schema.has("if"), place, "needs an if beside it");
            case "$comment",
                    "title",
                    "description",
                    "default",
                    "examples",
                    "deprecated",
                    "readOnly",
                    "writeOnly",
                    "format",
                    "contentEncoding",
                    "contentMediaType" -> {}
            default -> said(keyword.startsWith("x-"), place, "is not a keyword that Tidings checks");
        }
    }

    private static List<JsonNode> elements(JsonNode array, Place place) throws Refused {
        said(array.isArray() && !array.isEmpty(), place, "must be an array that is not empty");
        return array.valueStream().toList();
    }

    private List<Rule> schemas(JsonNode array, Place place) throws Refused {
        var schemas = new ArrayList<Rule>();
        for (var each : elements(array, place)) {
            schemas.add(schema(each, place.below(schemas.size())));
        }
        return schemas;
    }

    /** Returns the schemas by name. */
    private Map<String, Rule> members(JsonNode object, Place place) throws Refused {
        said(object.isObject(), place, "must be an object");
        var members = LinkedHashMap.<String, Rule>newLinkedHashMap(object.size());
        for (var each : object.properties()) {
            members.put(each.getKey(), schema(each.getValue(), place.below(each.getKey())));
        }
        return members;
    }

    private static List<String> texts(JsonNode array, Place place) throws Refused {
        said(
                array.isArray() && array.valueStream().allMatch(JsonNode::isTextual),
                place,
                "must be an array of strings");
        return array.valueStream().map(JsonNode::textValue).toList();
    }

    private static Rule type(JsonNode value, Place place) throws Refused {
        var types = Set.copyOf(value.isTextual() ? List.of(value.textValue()) : texts(value, place));
        said(
                !types.isEmpty() && TYPES.containsAll(types),
                place,
                "must be of null, boolean, object, array, number, string and integer");
        return (each, steps) -> {
            boolean right = switch (each.getNodeType()) {
                case OBJECT -> types.contains("object");
                case ARRAY -> types.contains("array");
                case STRING -> types.contains("string");
                case BOOLEAN -> types.contains("boolean");
                case NUMBER -> types.contains("number") || (types.contains("integer") && Values.isWhole(each, steps));
                case NULL -> types.contains("null");
                case MISSING, BINARY, POJO -> false;
            };
            return right ? null : place;
        };
    }

    private static Rule oneOf(List<JsonNode> values, Place place) {
        return (value, steps) -> values.stream().anyMatch(each -> Values.equal(each, value, steps)) ? null : place;
    }

    private static Rule number(JsonNode value, Place place, IntPredicate right) throws Refused {
        said(value.isNumber(), place, "must be a number");
        var limit = Values.number(value);
        int taken = Values.steps(value);
        return (each, steps) -> {
            if (!each.isNumber()) {
                return null;
            }
            steps.take(taken + Values.steps(each));
            return right.test(Values.number(each).compareTo(limit)) ? null : place;
        };
    }

    private static Rule multiple(JsonNode value, Place place) throws Refused {
        said(value.isNumber() && Values.number(value).signum() > 0, place, "must be a number above 0");
        var divisor = Values.number(value);
        int taken = Values.steps(value);
        return (each, steps) -> {
            if (!each.isNumber()) {
                return null;
            }
            steps.take(STEPS_OF_A_DIVISION + 4 * (taken + Values.steps(each)));
            return Values.isMultiple(Values.number(each), divisor) ? null : place;
        };
    }

    private static Rule size(JsonNode value, Place place, Predicate<JsonNode> of, boolean most) throws Refused {
        int limit = whole(value, place);
        return (each, steps) -> {
            if (!of.test(each)) {
                return null;
            }
            int size = each.size();
            if (each.isTextual()) {
                var text = each.textValue();
                steps.take(text.length() / CHARACTERS_OF_A_STEP);
                size = text.codePointCount(0, text.length());
            }
            return (most ? size <= limit : size >= limit) ? null : place;
        };
    }

    private static int whole(JsonNode value, Place place) throws Refused {
        said(
                value.canConvertToExactIntegral() && value.canConvertToInt() && value.intValue() >= 0,
                place,
                "must be a whole number from 0");
        return value.intValue();
    }

    private Rule pattern(JsonNode value, Place place) throws Refused {
        var pattern = compiled(value.asText(), place);
        return (each, steps) -> !each.isTextual() || pattern.foundIn(each.textValue(), steps) ? null : place;
    }

    private BoundedPattern compiled(String regex, Place place) throws Refused {
        try {
            return patterns.compiled(regex);
        } catch (PatternSyntaxException _) {
            throw new Refused(place, PatternCompiler.RULE);
        }
    }

    private static @Nullable Rule unique(JsonNode value, JsonNode schema, Place place) throws Refused {
        said(value.isBoolean(), place, "must be true or false");
        if (!value.booleanValue()) {
            return null;
        }
        var most = schema.path("maxItems");
        said(
                most.canConvertToInt() && most.intValue() <= MOST_UNIQUE,
                place,
                "needs maxItems of at most " + MOST_UNIQUE + " beside it");
        return (array, steps) -> {
            if (array.isArray() && array.size() <= MOST_UNIQUE) { // otherwise maxItems is broken
                for (int i = 1; i < array.size(); i++) {
                    for (int j = 0; j < i; j++) {
                        if (Values.equal(array.get(i), array.get(j), steps)) {
                            return place;
                        }
                    }
                }
            }
            return null;
        };
    }

    private static Rule required(List<String> names, Place place) {
        return (value, steps) -> {
            for (int i = 0; i < names.size() && value.isObject(); i++) {
                steps.take(1);
                if (!value.has(names.get(i))) {
                    return place.below(i);
                }
            }
            return null;
        };
    }

    private static Rule properties(Map<String, Rule> members) {
        return (value, steps) -> {
            if (!value.isObject()) {
                return null;
            }
            for (var member : members.entrySet()) {
                steps.take(1);
                var each = value.get(member.getKey());
                var broken = each == null ? null : member.getValue().broken(each, steps);
                if (broken != null) {
                    return broken;
                }
            }
            return null;
        };
    }

    private Rule patternProperties(JsonNode value, Place place) throws Refused {
        var schemas = new LinkedHashMap<BoundedPattern, Rule>();
        for (var each : members(value, place).entrySet()) {
            schemas.put(compiled(each.getKey(), place.below(each.getKey())), each.getValue());
        }
        return ofMembers((name, each, steps) -> {
            for (var schema : schemas.entrySet()) {
                var broken =
                        schema.getKey().foundIn(name, steps) ? schema.getValue().broken(each, steps) : null;
                if (broken != null) {
                    return broken;
                }
            }
            return null;
        });
    }

    private Rule additional(Rule schema, JsonNode beside, Place at) throws Refused {
        var others = new HashSet<String>();
        beside.path("properties").fieldNames().forEachRemaining(others::add);
        var patternsOfOthers = new ArrayList<BoundedPattern>();
        for (var each : beside.path("patternProperties").properties()) {
            patternsOfOthers.add(
                    compiled(each.getKey(), at.below("patternProperties").below(each.getKey())));
        }
        return ofMembers((name, each, steps) -> {
            boolean other = others.contains(name)
                    || patternsOfOthers.stream().anyMatch(pattern -> pattern.foundIn(name, steps));
            return other ? null : schema.broken(each, steps);
        });
    }

    private static Rule names(Rule schema) {
        return ofMembers((name, _, steps) -> schema.broken(TextNode.valueOf(name), steps));
    }

    /** What a schema says about a member of an object. */
    private interface MemberRule {
        @Nullable
        Place broken(String name, JsonNode value, Steps steps);
    }

    private static Rule ofMembers(MemberRule rule) {
        return (value, steps) -> {
            for (var member : value.properties()) { // none if it is no object
                steps.take(1);
                var broken = rule.broken(member.getKey(), member.getValue(), steps);
                if (broken != null) {
                    return broken;
                }
            }
            return null;
        };
    }

    private static Rule prefix(List<Rule> schemas) {
        return (value, steps) -> {
            for (int i = 0; i < schemas.size() && value.isArray() && i < value.size(); i++) {
                var broken = schemas.get(i).broken(value.get(i), steps);
                if (broken != null) {
                    return broken;
                }
            }
            return null;
        };
    }

    /** @param first the number of elements before, which have schemas of their own */
    private static Rule items(Rule schema, int first) {
        return (value, steps) -> {
            for (int i = first; value.isArray() && i < value.size(); i++) {
                var broken = schema.broken(value.get(i), steps);
                if (broken != null) {
                    return broken;
                }
            }
            return null;
        };
    }

    private static Rule contains(Rule schema, Place place) {
        return (value, steps) -> {
            if (!value.isArray()) {
                return null;
            }
            for (var each : value) { // a stream would take several times the stack
                if (schema.broken(each, steps) == null) {
                    return null;
                }
            }
            return place;
        };
    }

    private static Rule alternatives(List<Rule> schemas, Place place, IntPredicate right) {
        return (value, steps) -> {
            int fitting = 0;
            for (var each : schemas) {
                fitting += each.broken(value, steps) == null ? 1 : 0;
            }
            return right.test(fitting) ? null : place;
        };
    }

    private @Nullable Rule branch(String keyword, JsonNode schema, Place at) throws Refused {
        var value = schema.get(keyword);
        return value == null ? null : schema(value, at.below(keyword));
    }

    private static Rule conditional(Rule condition, @Nullable Rule then, @Nullable Rule otherwise) {
        return (value, steps) -> {
            var branch = condition.broken(value, steps) == null ? then : otherwise;
            return branch == null ? null : branch.broken(value, steps);
        };
    }

    private Rule reference(JsonNode value, Place place) {
        var text = value.asText();
        references.add(new Reference(text, place));
        return (each, steps) -> Objects.requireNonNull(named.get(text)).broken(each, steps);
    }
}
