package io.tidings.ingest;

import static io.tidings.ingest.write.ResourceLimits.INITIAL;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.integer;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;

import io.tidings.contract.topic.PublishLimits;
import io.tidings.ingest.write.ResourceLimits;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import org.apache.kafka.common.config.ConfigDef;

/** The settings of {@link ResourceLimits}. */
final class ResourceLimitSettings {
    private ResourceLimitSettings() {}

    static final Definition SETTINGS = group(
            integer(ResourceLimits.MOST_TOPICS, INITIAL.topics(), atLeast(1))
                    .low("The most topics that managers may create. This limit and those that follow hold for"
                            + " requests; what is stored already stays and can be changed."),
            integer(ResourceLimits.MOST_SUBSCRIPTIONS, INITIAL.subscriptions(), atLeast(1))
                    .low("The most subscriptions of one topic that managers may create."),
            integer(ResourceLimits.MOST_LABELS, INITIAL.labels(), atLeast(1))
                    .low("The most labels of a subscription."),
            integer(ResourceLimits.MOST_EVENT_TYPES, INITIAL.eventTypes(), atLeast(1))
                    .low("The most includedEventTypes of a subscription."),
            integer(ResourceLimits.MOST_TEXT_CHARACTERS, INITIAL.textCharacters(), atLeast(1))
                    .low("The most characters of a label, an event type, subjectBeginsWith, subjectEndsWith, and"
                            + " of clientId, scope and audience of oauth2."),
            integer(ResourceLimits.MOST_CHARACTERS, INITIAL.characters(), atLeast(1_024))
                    .low("The most characters of a topic or a subscription, with all its members as JSON."),
            integer(ResourceLimits.MOST_PUBLISHED_EVENTS, 0, between(0, PublishLimits.MOST_EVENTS))
                    .low("The events a second that all instances of ingest-service together accept over HTTP for"
                            + " a topic that states no limits.publishEventsPerSecond; beyond it publishers get"
                            + " 429 with Retry-After. 0: no limit."),
            integer(ResourceLimits.MOST_PUBLISHED_BYTES, 0, between(0, PublishLimits.MOST_BYTES))
                    .low("The same for the bytes of bodies, for a topic that states no"
                            + " limits.publishBytesPerSecond."));

    static ResourceLimits of(Settings settings) {
        return new ResourceLimits(
                settings.integer(ResourceLimits.MOST_TOPICS),
                settings.integer(ResourceLimits.MOST_SUBSCRIPTIONS),
                settings.integer(ResourceLimits.MOST_LABELS),
                settings.integer(ResourceLimits.MOST_EVENT_TYPES),
                settings.integer(ResourceLimits.MOST_TEXT_CHARACTERS),
                settings.integer(ResourceLimits.MOST_CHARACTERS),
                new PublishLimits(
                        settings.integer(ResourceLimits.MOST_PUBLISHED_EVENTS),
                        settings.integer(ResourceLimits.MOST_PUBLISHED_BYTES)));
    }
}
