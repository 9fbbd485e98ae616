package io.tidings.ingest.manage;

import io.tidings.contract.Sha256;
import io.tidings.contract.eventtype.EventTypeJson;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EventTypeEntry;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicJson;
import java.util.Arrays;
import java.util.Base64;

/**
 * The version of a resource, as far as its managers define it: a completed handshake or a probation does not change
 * it.
 */
record EntityTag(String text) {
    private static final int BYTES = 15;

    /** Includes the keys, which differ after the topic was deleted and created again. */
    static EntityTag of(TopicEntry entry) {
        var keys = entry.keys();
        return of(
                keys == null ? "" : keys.key1() + "\n" + keys.key2(),
                TopicJson.write(entry.topic()).toString());
    }

    /** Includes the secret uid, so that secrets cannot be guessed from the hash. */
    static EntityTag of(SubscriptionEntry entry) {
        return of(entry.uid(), SubscriptionJson.write(entry.subscription()).toString());
    }

    static EntityTag of(EventTypeEntry entry) {
        return of("", EventTypeJson.write(entry.type()).toString());
    }

    private static EntityTag of(String salt, String json) {
        var start = Arrays.copyOf(Sha256.of(salt + "\n" + json), BYTES);
        return new EntityTag(Base64.getUrlEncoder().withoutPadding().encodeToString(start));
    }

    String quoted() {
        return '"' + text + '"';
    }
}
