package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.ingest.http.Route;
import java.net.URLDecoder;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path of {@code Microsoft.EventGrid}. Its fixed words match in any case.
 *
 * @param subscription of Azure, as the client names it
 * @param resourceGroup as the client names it; null in a list of all groups
 * @param extension whether event subscriptions are named as resources that extend a topic, as older clients do
 */
record ArmPath(String subscription, @Nullable String resourceGroup, Route.OfEventGrid route, boolean extension) {
    private static final Pattern PATH = Pattern.compile(
            "(?i)/subscriptions/([^/]+)(?:/resourceGroups/([^/]+))?/providers/Microsoft\\.EventGrid/topics(/.*)?");
    private static final Pattern EXTENSION =
            Pattern.compile("(?i)(/[^/]+)/providers/Microsoft\\.EventGrid(/eventSubscriptions(?:/.*)?)");

    /** @param path as sent; clients that put the id of a topic behind a slash send two of them */
    static Optional<ArmPath> of(String path) {
        var matcher = PATH.matcher(path.replaceAll("/{2,}", "/").replaceFirst("/$", ""));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var group = matcher.group(2);
        var rest = matcher.group(3) == null ? "" : matcher.group(3);
        var extension = EXTENSION.matcher(rest);
        boolean extending = extension.matches();
        var shortPath = "/topics" + (extending ? extension.group(1) + extension.group(2) : rest);
        return (group != null || rest.isEmpty()) && Route.of(shortPath, "") instanceof Route.OfEventGrid route
                ? Optional.of(
                        new ArmPath(decoded(matcher.group(1)), group == null ? null : decoded(group), route, extending))
                : Optional.empty();
    }

    /** Returns a name with an invalid escape as it is. In a path a plus sign is no space. */
    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            return segment;
        }
    }

    /** @param otherwise the resource group if the path names none */
    String topicId(String topic, String otherwise) {
        return "/subscriptions/" + subscription + "/resourceGroups/"
                + (resourceGroup == null ? otherwise : resourceGroup)
                + "/providers/Microsoft.EventGrid/topics/" + topic;
    }
}
