package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicJson;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The version of a resource, as far as its managers decide it: a handshake that succeeds, or an endpoint on probation,
 * makes no other version.
 *
 * @param text what stands between the quotes
 */
record EntityTag(String text) {
    private static final int BYTES = 15;

    /** Its keys are in it: they differ when the topic was deleted and created again. */
    static EntityTag of(TopicEntry entry) {
        var keys = entry.keys();
        return of(
                keys == null ? "" : keys.key1() + "\n" + keys.key2(),
                TopicJson.write(entry.topic()).toString());
    }

    /** The uid, which nobody is shown, keeps secrets from being guessed by their hash. */
    static EntityTag of(SubscriptionEntry entry) {
        return of(entry.uid(), SubscriptionJson.write(entry.subscription()).toString());
    }

    private static EntityTag of(String salt, String json) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest((salt + "\n" + json).getBytes(UTF_8));
            var start = Arrays.copyOf(hash, BYTES);
            return new EntityTag(Base64.getUrlEncoder().withoutPadding().encodeToString(start));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** As it stands in a header. */
    String quoted() {
        return '"' + text + '"';
    }
}
