package io.tidings.contract.topic;

import io.tidings.contract.event.EventKey;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The place of one value in a record: a member of its JSON, or what Kafka holds beside the value. */
public sealed interface SourceField {
    String KAFKA = "kafka.";

    /** The field as it is written in a mapping. */
    String text();

    /**
     * A member of the value's JSON.
     *
     * @param text the path as its owner wrote it
     */
    record Member(EventKey path, String text) implements SourceField {}

    /** @param name in any case */
    record Header(String name) implements SourceField {
        static final String PREFIX = KAFKA + "headers.";

        public Header {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a header without a name");
            }
        }

        @Override
        public String text() {
            return PREFIX + name;
        }
    }

    enum Coordinate implements SourceField {
        KEY,
        TIMESTAMP,
        TOPIC,
        PARTITION,
        OFFSET;

        @Override
        public String text() {
            return KAFKA + name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns empty if the text is no field: everything that begins with {@code kafka.} must be one of ours. */
    static Optional<SourceField> of(String text) {
        if (!text.startsWith(KAFKA)) {
            return EventKey.of(text).map(path -> new Member(path, text));
        }
        if (text.startsWith(Header.PREFIX) && text.length() > Header.PREFIX.length()) {
            return Optional.of(new Header(text.substring(Header.PREFIX.length())));
        }
        return Arrays.stream(Coordinate.values())
                .filter(each -> each.text().equals(text))
                .<SourceField>map(each -> each)
                .findFirst();
    }
}
