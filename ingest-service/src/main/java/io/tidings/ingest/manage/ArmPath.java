package io.tidings.ingest.manage;

import io.tidings.ingest.http.Request;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path of {@code Microsoft.EventGrid}. Its fixed words match in any case.
 *
 * @param subscription of Azure, as the client names it
 * @param resourceGroup as the client names it; null in a list of all groups
 * @param words of the short path of the same resource or action, or of a list that only Azure has
 * @param extension whether event subscriptions are named as resources that extend a topic, as older clients do
 */
record ArmPath(String subscription, @Nullable String resourceGroup, List<String> words, boolean extension) {
    private static final Pattern PATH = Pattern.compile(
            "(?i)/subscriptions/([^/]+)(?:/resourceGroups/([^/]+))?/providers/Microsoft\\.EventGrid"
                + "(?:(/(?:topics|domains)(?:/.*)?)|(?:/locations/[^/]+)?((?:/topicTypes/[^/]+)?/eventSubscriptions))");
    private static final Pattern EXTENSION = Pattern.compile(
            "(?i)(/topics/[^/]+|/domains/[^/]+(?:/topics/[^/]+)?)/providers/Microsoft\\.EventGrid(/eventSubscriptions(?:/.*)?)");

    /** The short paths that Event Grid has as well. */
    private static final Pattern KNOWN =
            Pattern.compile("(?i)/(?:topics|domains)(?:/[^/]+(?:/listKeys|/regenerateKey)?)?"
                    + "|/domains/[^/]+/topics(?:/[^/]+)?"
                    + "|(?:/topics/[^/]+|/domains/[^/]+(?:/topics/[^/]+)?)/eventSubscriptions"
                    + "(?:/[^/]+(?:/getFullUrl|/getDeliveryAttributes)?)?");

    private static final Pattern LIST = Pattern.compile("(?i)/(?:topics|domains)");

    /** The end of the id of a domain or of one of its topics. */
    private static final Pattern OF_DOMAIN = Pattern.compile("/domains/[^/]+(?:/topics/[^/]+)?$");

    /** @param path as sent; clients that put the id of a topic behind a slash send two of them */
    static Optional<ArmPath> of(String path) {
        var matcher = PATH.matcher(path.replaceAll("/{2,}", "/").replaceFirst("/$", ""));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var group = matcher.group(2);
        if (matcher.group(4) != null) {
            return Optional.of(of(matcher.group(1), group, matcher.group(4), true));
        }
        var extension = EXTENSION.matcher(matcher.group(3));
        boolean extending = extension.matches();
        var words = extending ? extension.group(1) + extension.group(2) : matcher.group(3);
        return KNOWN.matcher(words).matches()
                        && (group != null || LIST.matcher(words).matches())
                ? Optional.of(of(matcher.group(1), group, words, extending))
                : Optional.empty();
    }

    private static ArmPath of(String subscription, @Nullable String group, String words, boolean extension) {
        return new ArmPath(
                Request.segment(subscription),
                group == null ? null : Request.segment(group),
                List.of(words.substring(1).split("/", -1)),
                extension);
    }

    /** Returns whether it is the path of one topic, domain, topic of a domain, or event subscription. */
    boolean ofResource() {
        return words.size() % 2 == 0;
    }

    /**
     * Returns the id, as the client knows it, of a topic, a domain, or a topic of a domain.
     *
     * @param id as Tidings has it
     * @param otherwise the resource group if the path names none
     */
    String idOf(String id, String otherwise) {
        var domain = OF_DOMAIN.matcher(id);
        return "/subscriptions/" + subscription + "/resourceGroups/"
                + (resourceGroup == null ? otherwise : resourceGroup) + "/providers/Microsoft.EventGrid"
                + (domain.find() ? domain.group() : "/topics/" + id.substring(id.lastIndexOf('/') + 1));
    }
}
