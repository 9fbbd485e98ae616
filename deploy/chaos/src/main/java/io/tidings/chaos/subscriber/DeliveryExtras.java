package io.tidings.chaos.subscriber;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a subscription asks for that Event Grid does not have.
 *
 * @param schedule of its retries; empty for the usual one
 */
public record DeliveryExtras(boolean signed, boolean authenticated, List<Duration> schedule) {
    public static final DeliveryExtras NONE = new DeliveryExtras(false, false, List.of());
    public static final DeliveryExtras SIGNED = new DeliveryExtras(true, false, List.of());
    public static final DeliveryExtras AUTHENTICATED = new DeliveryExtras(false, true, List.of());

    /** The key of all signed subscriptions, after {@code whsec_}, in base64. */
    public static final String KEY = "Y2FtcGFpZ24tY2FtcGFpZ24tY2FtcGFpZ24=";

    /** The place of the token endpoint. */
    public static final String TOKEN_PATH = "/token";

    public DeliveryExtras {
        schedule = List.copyOf(schedule);
    }

    static DeliveryExtras retried(List<Duration> schedule) {
        return new DeliveryExtras(false, false, schedule);
    }

    /** The member {@code tidings} of the properties, after a comma; nothing if nothing is asked for. */
    String json(String tokenUrl) {
        if (signed) {
            return ",\"tidings\":{\"signing\":{\"secret\":\"whsec_%s\"}}".formatted(KEY);
        }
        if (authenticated) {
            return ",\"tidings\":{\"authentication\":{\"oauth2\":{\"tokenUrl\":\"%s\",".formatted(tokenUrl)
                    + "\"clientId\":\"campaign\",\"clientSecret\":\"hush\"}}}";
        }
        return schedule.isEmpty()
                ? ""
                : schedule.stream()
                        .map(step -> "\"" + step + "\"")
                        .collect(Collectors.joining(",", ",\"tidings\":{\"retry\":{\"schedule\":[", "]}}"));
    }
}
