package io.tidings.contract.subscription;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.lane.Lanes;
import io.tidings.contract.lane.OrderBy;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** {@code properties.tidings}: members of a subscription that Event Grid does not have. */
public final class ExtensionsJson {
    public static final String MEMBER = "tidings";
    private static final String LANES = "lanes";
    private static final String ORDER_BY = "orderBy";
    private static final String SECRET_PATH = "secretPath";
    private static final String DEAD_LETTER_TOPIC = "deadLetterTopic";
    private static final Pattern TOPIC_NAME = Pattern.compile("[a-zA-Z0-9._-]{1,64}");
    private static final String GONE = "gone";
    private static final String WHILE_PAUSED = "whilePaused";

    /** All members, each of which is a feature that a record may require. */
    public static final Set<String> MEMBERS = Set.of(
            SigningJson.MEMBER,
            AuthenticationJson.MEMBER,
            RetryProfileJson.MEMBER,
            "recovery",
            "attempts",
            LANES,
            ORDER_BY,
            SECRET_PATH,
            DEAD_LETTER_TOPIC,
            RequestLimitsJson.MEMBER,
            GONE,
            WHILE_PAUSED,
            Start.MEMBER,
            AgentJson.MEMBER);

    private ExtensionsJson() {}

    /** Returns whether this release knows a feature that a record requires. */
    public static boolean knows(String feature) {
        return MEMBERS.contains(feature);
    }

    /**
     * The features without which a program must not deliver: its requests would be refused, or pass each other, or it
     * would show a secret, drop a dead letter, let expire what is to be held, or send an agent what it cannot read. A feature that is not among them is
     * harmless to a program that does not know it (B-SUB-6).
     */
    public static Set<String> required(Extensions extensions) {
        var required = new TreeSet<String>();
        if (extensions.signing() != null) {
            required.add(SigningJson.MEMBER);
        }
        if (!extensions.authentication().equals(Authentication.NONE)) {
            required.add(AuthenticationJson.MEMBER);
        }
        if (extensions.orderBy() != null) {
            required.add(ORDER_BY);
        }
        if (extensions.secretPath()) {
            required.add(SECRET_PATH);
        }
        if (extensions.deadLetterTopic() != null) {
            required.add(DEAD_LETTER_TOPIC);
        }
        if (extensions.whilePaused() == WhilePaused.HOLD) {
            required.add(WHILE_PAUSED);
        }
        if (extensions.agent() != null) {
            required.add(AgentJson.MEMBER);
        }
        return required;
    }

    /** @param sealed whether secrets may be sealed, as in records */
    public static Extensions read(JsonObjectReader properties, EndpointRules endpoints, boolean sealed) {
        var tidings = properties.object(MEMBER);
        var signing = SigningJson.read(tidings, sealed);
        var authentication = AuthenticationJson.read(tidings, endpoints, sealed);
        var retry = RetryProfileJson.read(tidings);
        var recovery = tidings.oneOf("recovery", Recovery.FORWARD);
        var attempts = tidings.oneOf("attempts", AttemptLogging.class);
        var lanes = tidings.integer(LANES, 1, Lanes.MOST);
        var orderBy = tidings.parsed(ORDER_BY, OrderBy::of, OrderBy.RULE);
        boolean secretPath = tidings.flag(SECRET_PATH);
        var deadLetterTopic = tidings.parsed(
                DEAD_LETTER_TOPIC,
                name -> Optional.of(name).filter(TOPIC_NAME.asMatchPredicate()),
                "must be a name of 1 to 64 letters, digits, ., _ and -");
        int spread = lanes == null ? 1 : lanes;
        var limits = RequestLimitsJson.read(tidings, spread);
        var gone = tidings.oneOf(GONE, Gone.RETRY);
        if (gone == Gone.PAUSE && retry.statuses().names(Gone.STATUS)) {
            tidings.broken(GONE, "must not be pause while " + Gone.STATUS + " is in retryStatuses or noRetryStatuses");
        }
        var whilePaused = tidings.oneOf(WHILE_PAUSED, WhilePaused.EXPIRE);
        var asked = tidings.parsed(Start.MEMBER, Start::of, Start.RULE);
        var start = asked == null ? Start.NOW : asked;
        if (!start.equals(Start.NOW) && orderBy != null) {
            tidings.broken(
                    Start.MEMBER,
                    "must not be set together with orderBy, because new events could pass those of the past");
        }
        var agent = AgentJson.read(tidings);
        if (agent != null && signing == null) {
            tidings.broken(AgentJson.MEMBER, "must not be set without signing");
        }
        tidings.refuseOthers();
        var read = new Extensions(
                signing,
                authentication,
                retry,
                recovery,
                attempts,
                spread,
                orderBy,
                secretPath,
                deadLetterTopic,
                limits,
                gone,
                whilePaused,
                start,
                agent);
        return read.equals(Extensions.NONE) ? Extensions.NONE : read; // most have none, and need no copy of that
    }

    /** Includes secrets, for the record. */
    public static void write(Extensions extensions, ObjectNode properties) {
        var json = JsonNodeFactory.instance.objectNode();
        SigningJson.write(extensions.signing(), json);
        write(extensions, json, properties, false);
    }

    /** Leaves secrets out, for management responses. */
    public static void show(Extensions extensions, ObjectNode properties) {
        var json = JsonNodeFactory.instance.objectNode();
        SigningJson.show(extensions.signing(), json);
        write(extensions, json, properties, true);
    }

    private static void write(Extensions extensions, ObjectNode json, ObjectNode properties, boolean hideSecrets) {
        AuthenticationJson.write(extensions.authentication(), json, hideSecrets);
        RetryProfileJson.write(extensions.retry(), json);
        putUnless(json, "recovery", extensions.recovery(), Recovery.FORWARD);
        putIfAny(json, "attempts", extensions.attempts());
        putUnless(json, LANES, extensions.lanes(), 1);
        if (extensions.orderBy() != null) {
            json.put(ORDER_BY, extensions.orderBy().text());
        }
        putUnless(json, SECRET_PATH, extensions.secretPath(), false);
        putIfAny(json, DEAD_LETTER_TOPIC, extensions.deadLetterTopic());
        RequestLimitsJson.write(extensions.limits(), json);
        putUnless(json, GONE, extensions.gone(), Gone.RETRY);
        putUnless(json, WHILE_PAUSED, extensions.whilePaused(), WhilePaused.EXPIRE);
        if (!extensions.start().equals(Start.NOW)) {
            json.put(Start.MEMBER, extensions.start().text());
        }
        AgentJson.write(extensions.agent(), json);
        if (!json.isEmpty()) {
            properties.set(MEMBER, json);
        } else {
            properties.remove(MEMBER);
        }
    }
}
