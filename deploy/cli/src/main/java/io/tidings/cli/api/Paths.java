package io.tidings.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Map;
import java.util.stream.Collectors;

/** Paths of the routes of management. Pure. */
public final class Paths {
    public static final String TOPICS = "/topics";
    public static final String JOBS = "/jobs";
    public static final String OVERVIEW = "/overview";

    private Paths() {}

    public static String topic(String topic) {
        return TOPICS + "/" + segment(topic);
    }

    public static String subscriptions(String topic) {
        return topic(topic) + "/eventSubscriptions";
    }

    public static String job(String id) {
        return JOBS + "/" + segment(id);
    }

    /** One part of a path, with everything escaped that could end it. */
    public static String segment(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    /** A path with parameters, in their order. */
    public static String with(String path, Map<String, String> parameters) {
        return parameters.isEmpty()
                ? path
                : path + "?"
                        + parameters.entrySet().stream()
                                .map(each -> segment(each.getKey()) + "=" + segment(each.getValue()))
                                .collect(Collectors.joining("&"));
    }
}
