package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.Sha256;
import io.tidings.ingest.access.Principal;
import java.util.HexFormat;
import java.util.TreeMap;

/** The identity of a subscription: what an agent asks for, and who it is. Pure. */
record AgentId(String digest) {
    private static final int DIGITS = 32;

    /** @param arguments valid, so that they do not nest deeply */
    static AgentId of(Principal principal, String url, String event, JsonNode arguments) {
        var identity = JsonNodeFactory.instance.objectNode();
        identity.set("arguments", canonical(arguments));
        identity.put("name", event).put("principal", principal(principal)).put("url", url);
        return new AgentId(
                HexFormat.of().formatHex(Sha256.of(identity.toString())).substring(0, DIGITS));
    }

    /** Two issuers may give the same name. */
    static String principal(Principal principal) {
        return (principal.issuer() == null ? "" : principal.issuer()) + " " + principal.name();
    }

    /** Returns the same JSON with the members of each object by name. */
    static JsonNode canonical(JsonNode json) {
        return switch (json) {
            case ObjectNode object -> {
                var members = new TreeMap<String, JsonNode>();
                object.properties().forEach(member -> members.put(member.getKey(), canonical(member.getValue())));
                var sorted = JsonNodeFactory.instance.objectNode();
                members.forEach(sorted::set);
                yield sorted;
            }
            case ArrayNode array -> {
                var elements = JsonNodeFactory.instance.arrayNode();
                array.forEach(element -> elements.add(canonical(element)));
                yield elements;
            }
            default -> json;
        };
    }

    /** By which the agent knows the subscription. */
    String shown() {
        return "sub_" + digest;
    }

    /** By which managers know it. */
    String subscriptionName() {
        return "agent-" + digest;
    }
}
