package io.tidings.contract.event;

import io.tidings.contract.DomainTopic;
import java.util.Optional;
import java.util.regex.Pattern;

/** @param format of the {@code topic} member of events; contains {@code {topic}} for the short name (B-PUB-6) */
public record TopicIds(String format) {
    public static final String DEFAULT_FORMAT =
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/Microsoft.EventGrid/topics/{topic}";

    private static final String PLACE = "{topic}";
    private static final String TOPICS = "topics/";

    /** The id of a domain topic, in whichever Azure subscription and resource group a client believes it to be. */
    private static final Pattern OF_DOMAIN = Pattern.compile(
            "(?i)/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.EventGrid/domains/([^/]+)/topics/([^/]+)");

    public TopicIds {
        if (!format.contains(PLACE)) {
            throw new IllegalArgumentException("topic.id.format \"" + format + "\" lacks " + PLACE);
        }
    }

    public String idOf(String topic) {
        return DomainTopic.parse(topic)
                .map(each -> ofDomain(each.domain()) + "/" + TOPICS + each.name())
                .orElseGet(() -> format.replace(PLACE, topic));
    }

    /** Returns the id of a domain: beside those of topics, whatever follows a name in the format. */
    public String ofDomain(String domain) {
        var start = format.substring(0, format.indexOf(PLACE));
        return (start.endsWith(TOPICS) ? start.substring(0, start.length() - TOPICS.length()) : start) + "domains/"
                + domain;
    }

    /**
     * Returns the topic that a publisher to a domain names; empty if it is none.
     *
     * @param text a bare name, or an id
     */
    Optional<DomainTopic> inDomain(String domain, String text) {
        var own = ofDomain(domain) + "/" + TOPICS;
        if (text.startsWith(own)) {
            return DomainTopic.of(domain, text.substring(own.length()));
        }
        if (text.indexOf('/') < 0) {
            return DomainTopic.of(domain, text);
        }
        var id = OF_DOMAIN.matcher(text);
        return id.matches() && id.group(1).equalsIgnoreCase(domain)
                ? DomainTopic.of(domain, id.group(2))
                : Optional.empty();
    }

    /** Returns whether a publisher names this topic. */
    boolean isNamed(String topic, String text) {
        return text.equals(topic)
                || text.equals(idOf(topic))
                || DomainTopic.parse(topic)
                        .filter(own ->
                                inDomain(own.domain(), text).filter(own::equals).isPresent())
                        .isPresent();
    }
}
