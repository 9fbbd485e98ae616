package io.tidings.chaos.subscriber;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The wishes of a subscription that Event Grid does not have.
 *
 * @param identity the name of the client certificate that its requests carry; null for none
 * @param schedule of its retries; empty for the usual one
 * @param lanes partitions that its deliveries are spread over
 * @param ordered whether events with the same subject are to arrive in order
 * @param wishes of a campaign with {@code wishes}
 */
public record DeliveryExtras(
        boolean signed,
        boolean authenticated,
        @Nullable String identity,
        List<Duration> schedule,
        int lanes,
        boolean ordered,
        Wishes wishes) {
    public static final DeliveryExtras NONE = new DeliveryExtras(false, false, null, List.of(), 1, false, Wishes.NONE);
    public static final DeliveryExtras SIGNED = new DeliveryExtras(true, false, null, List.of(), 1, false, Wishes.NONE);
    public static final DeliveryExtras AUTHENTICATED =
            new DeliveryExtras(false, true, null, List.of(), 1, false, Wishes.NONE);

    /** The key of all signed subscriptions, after {@code whsec_}, in base64. */
    public static final String KEY = "Y2FtcGFpZ24tY2FtcGFpZ24tY2FtcGFpZ24=";

    /** The place of the token endpoint. */
    public static final String TOKEN_PATH = "/token";

    public static final String PARTNER = "partner";
    public static final String AUDITOR = "auditor";

    /** The name of the trust that subscriptions with an identity have. */
    public static final String TRUST = "campaign";

    public DeliveryExtras {
        schedule = List.copyOf(schedule);
    }

    static DeliveryExtras retried(List<Duration> schedule) {
        return new DeliveryExtras(false, false, null, schedule, 1, false, Wishes.NONE);
    }

    DeliveryExtras as(String newIdentity) {
        return new DeliveryExtras(signed, authenticated, newIdentity, schedule, lanes, ordered, wishes);
    }

    DeliveryExtras wishing(Wishes others) {
        return new DeliveryExtras(signed, authenticated, identity, schedule, lanes, ordered, others);
    }

    static DeliveryExtras spread(int lanes) {
        return new DeliveryExtras(false, false, null, List.of(), lanes, false, Wishes.NONE);
    }

    static DeliveryExtras ordered(int lanes) {
        return new DeliveryExtras(false, false, null, List.of(), lanes, true, Wishes.NONE);
    }

    /** The member {@code tidings} of the properties, after a comma; nothing if nothing is asked for. */
    String json(String tokenUrl) {
        var members = new ArrayList<String>();
        if (signed) {
            members.add("\"signing\":{\"secret\":\"whsec_%s\"}".formatted(KEY));
        }
        if (authenticated || identity != null) {
            members.add("\"authentication\":" + authentication(tokenUrl));
        }
        if (!schedule.isEmpty()) {
            members.add(schedule.stream()
                    .map(step -> "\"" + step + "\"")
                    .collect(Collectors.joining(",", "\"retry\":{\"schedule\":[", "]}")));
        }
        if (lanes > 1) {
            members.add("\"lanes\":" + lanes);
        }
        if (ordered) {
            members.add("\"orderBy\":\"subject\"");
        }
        members.addAll(wishes.members());
        return members.isEmpty() ? "" : ",\"tidings\":{" + String.join(",", members) + "}";
    }

    private String authentication(String tokenUrl) {
        var members = new ArrayList<String>();
        if (authenticated) {
            members.add("\"oauth2\":{\"tokenUrl\":\"%s\",\"clientId\":\"campaign\",\"clientSecret\":\"hush\"}"
                    .formatted(tokenUrl));
        }
        if (identity != null) {
            members.add("\"identity\":\"%s\",\"trust\":\"%s\"".formatted(identity, TRUST));
        }
        return "{" + String.join(",", members) + "}";
    }
}
