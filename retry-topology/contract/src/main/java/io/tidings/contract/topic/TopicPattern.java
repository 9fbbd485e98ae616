package io.tidings.contract.topic;

import io.tidings.contract.DomainTopic;
import java.util.List;
import java.util.Optional;

/**
 * The name of a topic, or of several: {@code *} stands for any characters but a slash, also for none. A pattern without a
 * slash that matches a domain matches all of its topics.
 */
public record TopicPattern(String text) {
    private static final String WILDCARD = "*";

    public static final TopicPattern ALL = new TopicPattern(WILDCARD);

    /** Returns empty if the text can match no topic's name. */
    public static Optional<TopicPattern> parse(String text) {
        return text.matches("[a-zA-Z0-9*-]{1,100}(/[a-zA-Z0-9*-]{1,100})?")
                ? Optional.of(new TopicPattern(text))
                : Optional.empty();
    }

    /** Returns empty if one of the texts can match no topic's name. */
    public static Optional<List<TopicPattern>> parseAll(List<String> texts) {
        var patterns = texts.stream()
                .map(TopicPattern::parse)
                .flatMap(Optional::stream)
                .toList();
        return patterns.size() == texts.size() ? Optional.of(patterns) : Optional.empty();
    }

    public boolean matches(String topic) {
        int ofPattern = text.indexOf('/');
        if (ofPattern < 0) {
            return matches(text, DomainTopic.owner(topic));
        }
        int ofTopic = topic.indexOf('/');
        return ofTopic >= 0
                && matches(text.substring(0, ofPattern), topic.substring(0, ofTopic))
                && matches(text.substring(ofPattern + 1), topic.substring(ofTopic + 1));
    }

    private static boolean matches(String text, String topic) {
        var parts = text.split("\\*", -1);
        if (parts.length == 1) {
            return topic.equals(text);
        }
        var first = parts[0];
        var last = parts[parts.length - 1];
        if (topic.length() < first.length() + last.length() || !topic.startsWith(first) || !topic.endsWith(last)) {
            return false;
        }
        int at = first.length();
        int end = topic.length() - last.length();
        for (int i = 1; i < parts.length - 1; i++) {
            int found = topic.indexOf(parts[i], at);
            if (found < 0 || found + parts[i].length() > end) {
                return false;
            }
            at = found + parts[i].length();
        }
        return true;
    }

    @Override
    public String toString() {
        return text;
    }
}
