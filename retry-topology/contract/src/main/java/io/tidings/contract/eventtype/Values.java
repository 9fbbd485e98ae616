package io.tidings.contract.eventtype;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;

/** The values of JSON as JSON Schema compares them. */
final class Values {
    /** Stands for numbers beyond the range of a double. */
    private static final BigDecimal BEYOND = new BigDecimal(BigInteger.TWO.pow(1024));

    private Values() {}

    static boolean isWhole(JsonNode value) {
        return value.isNumber() && (value.isIntegralNumber() || Math.rint(value.doubleValue()) == value.doubleValue());
    }

    /** Returns a fraction as the nearest double, because exact ones may have exponents that take for ever. */
    static BigDecimal number(JsonNode value) {
        if (value.isIntegralNumber()) {
            return value.decimalValue();
        }
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
