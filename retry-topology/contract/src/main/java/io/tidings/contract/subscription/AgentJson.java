package io.tidings.contract.subscription;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code properties.tidings.agent}: the mark of a subscription that an agent made (B-MCP-2). */
public final class AgentJson {
    public static final String MEMBER = "agent";
    private static final Pattern ID = Pattern.compile("sub_[0-9a-f]{32}");

    private AgentJson() {}

    static @Nullable Agent read(JsonObjectReader tidings) {
        var json = tidings.object(MEMBER);
        if (!json.present()) {
            return null;
        }
        var id = json.requiredText("id");
        if (!ID.matcher(id).matches()) {
            json.broken("id", "must be sub_ and 32 hexadecimal digits"); // it becomes a header
        }
        var agent = new Agent(
                id, json.requiredText("principal"), json.text("issuer"), json.requiredText("event"), arguments(json));
        json.refuseOthers();
        return agent;
    }

    private static ObjectNode arguments(JsonObjectReader json) {
        var node = json.node("arguments");
        if (node != null && !node.isObject()) {
            json.broken("arguments", "must be an object");
        }
        return node instanceof ObjectNode arguments ? arguments : JsonNodeFactory.instance.objectNode();
    }

    static void write(@Nullable Agent agent, ObjectNode tidings) {
        if (agent == null) {
            return;
        }
        var json = tidings.putObject(MEMBER).put("id", agent.id()).put("principal", agent.principal());
        putIfAny(json, "issuer", agent.issuer());
        json.put("event", agent.event()).set("arguments", agent.arguments());
    }
}
