package io.tidings.ingest.write;

import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.integer;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.PublishLimits;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The limits of the number and size of topics and subscriptions: every program holds all of them in memory. What
 * is stored already may stay while the rest changes.
 *
 * @param topics of the installation
 * @param subscriptions of a topic
 * @param domainTopics of all domains
 * @param domainSubscriptions of the topics of all domains
 * @param labels of a subscription
 * @param eventTypes in a filter
 * @param textCharacters of a label, an event type, and each other text that is compared or passed on
 * @param characters of a topic or a subscription as JSON
 * @param publishing of topics that state none, and what only an admin of all topics may allow more than; 0 for no limit
 */
public record ResourceLimits(
        int topics,
        int subscriptions,
        int domainTopics,
        int domainSubscriptions,
        int labels,
        int eventTypes,
        int textCharacters,
        int characters,
        PublishLimits publishing) {
    private static final String MOST_TOPICS = "resource.max.topics";
    private static final String MOST_SUBSCRIPTIONS = "resource.max.subscriptions.per.topic";
    private static final String MOST_DOMAIN_TOPICS = "resource.max.domain.topics";
    private static final String MOST_DOMAIN_SUBSCRIPTIONS = "resource.max.domain.subscriptions";
    private static final String MOST_LABELS = "resource.max.labels";
    private static final String MOST_EVENT_TYPES = "resource.max.event.types";
    private static final String MOST_TEXT_CHARACTERS = "resource.max.text.characters";
    private static final String MOST_CHARACTERS = "resource.max.characters";
    public static final String MOST_PUBLISHED_EVENTS = "publish.max.rate.per.topic";
    public static final String MOST_PUBLISHED_BYTES = "publish.max.byte.rate.per.topic";

    /** Unless the settings say otherwise. */
    public static final ResourceLimits INITIAL =
            new ResourceLimits(1_000, 500, 100_000, 100_000, 50, 200, 1_024, 64 * 1024, PublishLimits.NONE);

    public static final Definition SETTINGS = group(
            integer(MOST_TOPICS, INITIAL.topics(), atLeast(1))
                    .low("The most topics that managers may create. This limit and those that follow hold for"
                            + " requests; what is stored already stays and can be changed."),
            integer(MOST_SUBSCRIPTIONS, INITIAL.subscriptions(), atLeast(1))
                    .low("The most subscriptions of one topic that managers may create."),
            integer(MOST_DOMAIN_TOPICS, INITIAL.domainTopics(), atLeast(1))
                    .low("The most topics of all domains together that managers may create."),
            integer(MOST_DOMAIN_SUBSCRIPTIONS, INITIAL.domainSubscriptions(), atLeast(1))
                    .low("The most subscriptions of all topics of domains together that managers may create."),
            integer(MOST_LABELS, INITIAL.labels(), atLeast(1)).low("The most labels of a subscription."),
            integer(MOST_EVENT_TYPES, INITIAL.eventTypes(), atLeast(1))
                    .low("The most includedEventTypes of a subscription."),
            integer(MOST_TEXT_CHARACTERS, INITIAL.textCharacters(), atLeast(1))
                    .low("The most characters of a label, an event type, subjectBeginsWith, subjectEndsWith, and"
                            + " of clientId, scope and audience of oauth2."),
            integer(MOST_CHARACTERS, INITIAL.characters(), atLeast(1_024))
                    .low("The most characters of a topic or a subscription, with all its members as JSON."),
            integer(MOST_PUBLISHED_EVENTS, 0, between(0, PublishLimits.MOST_EVENTS))
                    .low("The events a second that all instances of ingest-service together accept over HTTP for"
                            + " a topic that states no limits.publishEventsPerSecond; beyond it publishers get"
                            + " 429 with Retry-After. 0: no limit."),
            integer(MOST_PUBLISHED_BYTES, 0, between(0, PublishLimits.MOST_BYTES))
                    .low("The same for the bytes of bodies, for a topic that states no"
                            + " limits.publishBytesPerSecond."));

    private static final String RELIEF =
            "); delete one that nobody needs, or have the setting of every ingest-service raised";
    private static final String FILTER = "properties.filter.";
    private static final String LIMITS = "properties.tidings.limits.";
    private static final String OAUTH2 = "properties.tidings.authentication.oauth2.";

    public static ResourceLimits of(Settings settings) {
        return new ResourceLimits(
                settings.integer(MOST_TOPICS),
                settings.integer(MOST_SUBSCRIPTIONS),
                settings.integer(MOST_DOMAIN_TOPICS),
                settings.integer(MOST_DOMAIN_SUBSCRIPTIONS),
                settings.integer(MOST_LABELS),
                settings.integer(MOST_EVENT_TYPES),
                settings.integer(MOST_TEXT_CHARACTERS),
                settings.integer(MOST_CHARACTERS),
                new PublishLimits(settings.integer(MOST_PUBLISHED_EVENTS), settings.integer(MOST_PUBLISHED_BYTES)));
    }

    /** Returns why a topic is one too many. */
    public Optional<String> oneMoreTopic(int held) {
        return held < topics
                ? Optional.empty()
                : Optional.of(
                        "there are as many topics as may be created, " + topics + " (see " + MOST_TOPICS + RELIEF);
    }

    /** Returns why a subscription is one too many. */
    public Optional<String> oneMoreSubscription(String topic, int held) {
        return held < subscriptions
                ? Optional.empty()
                : Optional.of("topic " + topic + " has as many subscriptions as may be created, " + subscriptions
                        + " (see " + MOST_SUBSCRIPTIONS + RELIEF);
    }

    /** Returns why a topic of a domain is one too many. */
    public Optional<String> oneMoreDomainTopic(int held) {
        return held < domainTopics
                ? Optional.empty()
                : Optional.of("domains have as many topics as may be created, " + domainTopics + " (see "
                        + MOST_DOMAIN_TOPICS + RELIEF);
    }

    /** Returns why a subscription to a topic of a domain is one too many. */
    public Optional<String> oneMoreDomainSubscription(int held) {
        return held < domainSubscriptions
                ? Optional.empty()
                : Optional.of("the topics of domains have as many subscriptions as may be created, "
                        + domainSubscriptions + " (see " + MOST_DOMAIN_SUBSCRIPTIONS + RELIEF);
    }

    /** @param ofAllTopics whether an admin of all topics asks */
    public List<Violation> brokenBy(TopicResource topic, Optional<TopicResource> before, boolean ofAllTopics) {
        var check = new Check<>(topic, before).size(TopicJson::write);
        if (!ofAllTopics) {
            check.number(
                            LIMITS + PublishLimits.EVENTS,
                            each -> each.limits().events(),
                            publishing.events(),
                            MOST_PUBLISHED_EVENTS)
                    .number(
                            LIMITS + PublishLimits.BYTES,
                            each -> each.limits().bytes(),
                            publishing.bytes(),
                            MOST_PUBLISHED_BYTES);
        }
        return check.violations;
    }

    public List<Violation> brokenBy(Subscription subscription, Optional<Subscription> before) {
        return new Check<>(subscription, before)
                .list("properties.labels", Subscription::labels, labels, MOST_LABELS)
                .list(
                        FILTER + "includedEventTypes",
                        ofFilter(EventFilter::includedEventTypes),
                        eventTypes,
                        MOST_EVENT_TYPES)
                .text(FILTER + "subjectBeginsWith", ofFilter(EventFilter::subjectBeginsWith))
                .text(FILTER + "subjectEndsWith", ofFilter(EventFilter::subjectEndsWith))
                .text(OAUTH2 + "clientId", ofOAuth2(OAuth2::clientId))
                .text(OAUTH2 + "scope", ofOAuth2(OAuth2::scope))
                .text(OAUTH2 + "audience", ofOAuth2(OAuth2::audience))
                .size(SubscriptionJson::write)
                .violations;
    }

    private static <T> Function<Subscription, T> ofFilter(Function<EventFilter, T> member) {
        return subscription -> member.apply(subscription.filter());
    }

    private static Function<Subscription, String> ofOAuth2(Function<OAuth2, @Nullable String> member) {
        return subscription -> Optional.ofNullable(
                        subscription.extensions().authentication().oauth2())
                .map(member)
                .orElse("");
    }

    /** Compares a resource with the version that it replaces. */
    private final class Check<T> {
        private final T now;
        private final Optional<T> before;
        private final List<Violation> violations = new ArrayList<>();

        Check(T now, Optional<T> before) {
            this.now = now;
            this.before = before;
        }

        Check<T> list(String path, Function<T, List<String>> member, int most, String setting) {
            var texts = member.apply(now);
            var kept = before.map(member).orElse(List.of());
            if (texts.size() > Math.max(most, kept.size())) {
                broken(path, "must have at most " + most + " elements", setting);
            }
            for (int i = 0; i < texts.size(); i++) {
                if (!kept.contains(texts.get(i))) {
                    length(path + "[" + i + "]", texts.get(i));
                }
            }
            return this;
        }

        Check<T> text(String path, Function<T, String> member) {
            var text = member.apply(now);
            if (before.map(member).filter(text::equals).isEmpty()) {
                length(path, text);
            }
            return this;
        }

        /** @param most 0 for no limit */
        Check<T> number(String path, ToIntFunction<T> member, int most, String setting) {
            int kept = before.map(member::applyAsInt).orElse(0);
            if (most > 0 && member.applyAsInt(now) > Math.max(most, kept)) {
                broken(path, "must be at most " + most + "; only an admin of all topics may allow more", setting);
            }
            return this;
        }

        private void length(String path, String text) {
            if (text.length() > textCharacters) {
                broken(path, "must have at most " + textCharacters + " characters", MOST_TEXT_CHARACTERS);
            }
        }

        Check<T> size(Function<T, JsonNode> json) {
            int length = json.apply(now).toString().length();
            if (length > characters
                    && length
                            > before.map(json)
                                    .map(JsonNode::toString)
                                    .orElse("")
                                    .length()) {
                broken(
                        "properties",
                        "must have at most " + characters + " characters as JSON, with all members, and has " + length,
                        MOST_CHARACTERS);
            }
            return this;
        }

        private void broken(String path, String rule, String setting) {
            violations.add(new Violation(path, rule + " (see " + setting + ")"));
        }
    }
}
