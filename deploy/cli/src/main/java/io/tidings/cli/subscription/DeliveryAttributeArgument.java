package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** {@code --delivery-attribute-mapping NAME static|dynamic VALUE [SECRET]}, as Azure's command line has it. Pure. */
final class DeliveryAttributeArgument {
    private static final String USAGE = "--delivery-attribute-mapping needs NAME static VALUE [true|false], where true"
            + " makes the value a secret, or NAME dynamic MEMBER";

    private DeliveryAttributeArgument() {}

    /** @throws IllegalArgumentException with a message for people */
    static ObjectNode json(List<String> words) {
        if (words.size() < 3) {
            throw new IllegalArgumentException(USAGE);
        }
        var mapping = JsonNodeFactory.instance.objectNode().put("name", words.getFirst());
        var value = words.get(2);
        switch (words.get(1).toLowerCase(Locale.ROOT)) {
            case "static" ->
                mapping.put("type", "Static")
                        .putObject("properties")
                        .put("value", value)
                        .put("isSecret", secret(words));
            case "dynamic" -> {
                if (words.size() != 3) {
                    throw new IllegalArgumentException(USAGE);
                }
                mapping.put("type", "Dynamic").putObject("properties").put("sourceField", value);
            }
            default -> throw new IllegalArgumentException(USAGE);
        }
        return mapping;
    }

    private static boolean secret(List<String> words) {
        if (words.size() == 3) {
            return false;
        }
        var word = words.get(3).toLowerCase(Locale.ROOT);
        if (words.size() > 4 || !(word.equals("true") || word.equals("false"))) {
            throw new IllegalArgumentException(USAGE);
        }
        return word.equals("true");
    }
}
