package io.tidings.cli.apply;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.cli.session.Difference;
import java.util.List;
import java.util.Locale;

/**
 * One resource, and how what exists differs from what the files say. Pure.
 *
 * @param title such as "subscription orders/billing"
 */
record ResourceChange(Action action, String title, List<Difference> differences) {
    /** The action on a resource. */
    enum Action {
        CREATE("+"),
        UPDATE("~"),
        DELETE("-"),
        NONE("=");

        private final String sign;

        Action(String sign) {
            this.sign = sign;
        }
    }

    ResourceChange {
        differences = List.copyOf(differences);
    }

    boolean differs() {
        return action != Action.NONE;
    }

    String text() {
        var text = new StringBuilder(action.sign).append(' ').append(title);
        for (var difference : differences) {
            text.append("\n    ")
                    .append(action == Action.CREATE ? difference.path() + ": " + difference.after() : difference);
        }
        return text.toString();
    }

    String json() {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("action", action.name().toLowerCase(Locale.ROOT))
                .put("resource", title);
        var array = json.putArray("differences");
        for (var difference : differences) {
            array.addObject()
                    .put("path", difference.path())
                    .put("before", difference.before())
                    .put("after", difference.after());
        }
        return json.toString();
    }
}
