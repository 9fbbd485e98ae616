package io.tidings.contract.eventtype;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;

/** The values of JSON as JSON Schema compares them. */
final class Values {
    /** Stands for numbers beyond the range of a double. */
    private static final BigDecimal BEYOND = new BigDecimal(BigInteger.TWO.pow(1024));

    private static final int BITS_OF_A_STEP = 16;
    private static final int STEPS_OF_A_FRACTION = 8;

    private Values() {}

    static boolean isWhole(JsonNode number, Steps steps) {
        if (number.isIntegralNumber()) {
            return true;
        }
        steps.take(STEPS_OF_A_FRACTION);
        return Math.rint(number.doubleValue()) == number.doubleValue();
    }

    /**
     * Returns a tree with exact fractions as the nearest doubles, because exact ones may have exponents that take for ever.
     * A long one takes long to convert, so that it must not be done with each comparison.
     */
    static JsonNode rounded(JsonNode value) {
        return switch (value.getNodeType()) {
            case NUMBER -> value.isIntegralNumber() ? value : DecimalNode.valueOf(nearest(value));
            case ARRAY -> {
                var array = JsonNodeFactory.instance.arrayNode(value.size());
                value.forEach(each -> array.add(rounded(each)));
                yield array;
            }
            case OBJECT -> {
                var object = JsonNodeFactory.instance.objectNode();
                value.properties().forEach(each -> object.set(each.getKey(), rounded(each.getValue())));
                yield object;
            }
            case STRING, BOOLEAN, NULL, BINARY, MISSING, POJO -> value;
        };
    }

    /** @param value with fractions that are doubles or rounded */
    static BigDecimal number(JsonNode value) {
        return value.isIntegralNumber() || value.isBigDecimal() ? value.decimalValue() : nearest(value);
    }

    /** The steps of a look at a number. */
    static int steps(JsonNode number) {
        if (number.isBigInteger()) {
            return number.bigIntegerValue().bitLength() / BITS_OF_A_STEP;
        }
        return number.isIntegralNumber() ? 0 : STEPS_OF_A_FRACTION;
    }

    /** Not the remainder of BigDecimal, which takes a division for each zero at the end. */
    static boolean isMultiple(BigDecimal number, BigDecimal divisor) {
        int scale = Math.max(number.scale(), divisor.scale());
        var rest = number.setScale(scale)
                .unscaledValue()
                .remainder(divisor.setScale(scale).unscaledValue());
        return rest.signum() == 0;
    }

    private static BigDecimal nearest(JsonNode value) {
        double number = value.doubleValue();
        if (Double.isInfinite(number)) {
            return number > 0 ? BEYOND : BEYOND.negate();
        }
        return BigDecimal.valueOf(number);
    }

    /** Takes steps for all that it looks at. */
    static boolean equal(JsonNode one, JsonNode other, Steps steps) {
        steps.take(1);
        if (one.isNumber() && other.isNumber()) {
            steps.take(steps(one) + steps(other));
            return number(one).compareTo(number(other)) == 0;
        }
        if (one.getNodeType() != other.getNodeType() || one.size() != other.size()) {
            return false;
        }
        return switch (one.getNodeType()) {
            case STRING -> {
                steps.take(one.textValue().length());
                yield one.textValue().equals(other.textValue());
            }
            case ARRAY -> {
                for (int i = 0; i < one.size(); i++) {
                    if (!equal(one.get(i), other.get(i), steps)) {
                        yield false;
                    }
                }
                yield true;
            }
            case OBJECT -> {
                for (var member : one.properties()) {
                    var value = other.get(member.getKey());
                    steps.take(member.getKey().length());
                    if (value == null || !equal(member.getValue(), value, steps)) {
                        yield false;
                    }
                }
                yield true;
            }
            case BOOLEAN -> one.booleanValue() == other.booleanValue();
            case NULL, NUMBER, BINARY, MISSING, POJO -> true;
        };
    }
}
