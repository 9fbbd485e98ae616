package io.tidings.contract;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A topic of a domain (B-DOMAIN-1). Its text {@code domain/topic} is the name by which tables, roles and records know it,
 * and no other topic's name has a slash.
 */
public record DomainTopic(String domain, String name) {
    /** The rule for the names of domains and of topics, in words. */
    public static final String RULE = "3 to 50 letters, digits and -";

    /** The rule for the name of a topic of a domain: records of event types have such keys as {@code shop/eventTypes/sold}. */
    public static final String RULE_OF_TOPIC = RULE + ", and not " + DomainTopic.TAKEN;

    static final String TAKEN = "eventTypes";

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9-]{3,50}");
    private static final char BETWEEN = '/';

    /** Returns empty for any other topic. */
    public static Optional<DomainTopic> parse(String topic) {
        int between = topic.indexOf(BETWEEN);
        return between < 0 ? Optional.empty() : of(topic.substring(0, between), topic.substring(between + 1));
    }

    /** Returns empty if one of them is no name. */
    public static Optional<DomainTopic> of(String domain, String name) {
        return isName(domain) && isName(name) && !name.equals(TAKEN)
                ? Optional.of(new DomainTopic(domain, name))
                : Optional.empty();
    }

    /** Returns whether a domain or a topic may be called so. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Returns the domain of a domain topic; any other topic itself. */
    public static String owner(String topic) {
        int between = topic.indexOf(BETWEEN);
        return between < 0 ? topic : topic.substring(0, between);
    }

    @Override
    public String toString() {
        return domain + BETWEEN + name;
    }
}
