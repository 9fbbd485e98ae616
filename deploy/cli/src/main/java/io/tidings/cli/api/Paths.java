package io.tidings.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Paths of the routes of management. Pure. */
public final class Paths {
    public static final String TOPICS = "/topics";
    public static final String DOMAINS = "/domains";
    public static final String JOBS = "/jobs";
    public static final String SUBSCRIPTIONS = "/eventSubscriptions";
    public static final String OVERVIEW = "/overview";

    private Paths() {}

    /** @param topic also one of a domain, as {@code domain/topic} */
    public static String topic(String topic) {
        int slash = topic.indexOf('/');
        return slash < 0
                ? TOPICS + "/" + segment(topic)
                : domainTopics(topic.substring(0, slash)) + "/" + segment(topic.substring(slash + 1));
    }

    public static String domain(String domain) {
        return DOMAINS + "/" + segment(domain);
    }

    public static String domainTopics(String domain) {
        return domain(domain) + TOPICS;
    }

    public static String subscriptions(String topic) {
        return topic(topic) + "/eventSubscriptions";
    }

    public static String seenEventTypes(String topic) {
        return topic(topic) + "/seenEventTypes";
    }

    public static String eventTypes(String topic) {
        return topic(topic) + "/eventTypes";
    }

    public static String eventType(String topic, String name) {
        return eventTypes(topic) + "/" + segment(name);
    }

    /** The latest events of a topic. */
    public static String latest(String topic) {
        return topic(topic) + "/events";
    }

    public static String job(String id) {
        return JOBS + "/" + segment(id);
    }

    /** One part of a path, with everything escaped that could end it. */
    public static String segment(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    /**
     * @param path which may have parameters already
     * @param parameters names and values in turn; left out if the value is null
     */
    public static String with(String path, @Nullable String... parameters) {
        var query = new StringJoiner("&", path + (path.contains("?") ? "&" : "?"), "").setEmptyValue(path);
        for (int i = 0; i < parameters.length; i += 2) {
            if (parameters[i + 1] != null) {
                query.add(parameters[i] + "=" + segment(parameters[i + 1]));
            }
        }
        return query.toString();
    }
}
