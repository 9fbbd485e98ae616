package io.tidings.contract.table;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.provisioning.Provisioning;
import io.tidings.contract.provisioning.ProvisioningHeaders;
import io.tidings.contract.topic.TopicKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The headers of the records of topics and subscriptions. Records that foreign tools write have none of them. */
public record ResourceHeaders(Headers headers) {
    /** Characters; a record can break a rule for each of its bytes. */
    private static final int MAX_ERROR = 2_000;

    /**
     * The headers of a topic.
     *
     * @param keys sealed, if keys are sealed; null: nobody can publish to it yet
     * @param replaced what is wrong with the record that this one replaces; null for nothing
     */
    public static List<Header> ofTopic(@Nullable TopicKeys keys, @Nullable String replaced) {
        var headers = new ArrayList<Header>();
        headers.add(format());
        if (keys != null) {
            headers.add(header(HeaderNames.KEY_1, keys.key1()));
            headers.add(header(HeaderNames.KEY_2, keys.key2()));
        }
        addError(headers, replaced);
        return headers;
    }

    /**
     * The headers of a subscription.
     *
     * @param provisioning sealed, if secrets are sealed
     * @param replaced what is wrong with the record that this one replaces; null for nothing
     */
    public static List<Header> ofSubscription(String uid, Provisioning provisioning, @Nullable String replaced) {
        var headers = new ArrayList<Header>();
        headers.add(format());
        headers.add(header(HeaderNames.SUBSCRIPTION_UID, uid));
        ProvisioningHeaders.write(provisioning).forEach(headers::add);
        addError(headers, replaced);
        return headers;
    }

    /** The headers of a subscription that its owner has not completed yet. */
    public static List<Header> ofIncompleteSubscription() {
        return List.of(format());
    }

    private static Header format() {
        return header(HeaderNames.FORMAT, HeaderNames.FORMAT_1);
    }

    private static void addError(List<Header> headers, @Nullable String replaced) {
        if (replaced != null) {
            int length = Math.min(replaced.length(), MAX_ERROR);
            headers.add(header(HeaderNames.RECORD_ERROR, replaced.substring(0, length)));
        }
    }

    /**
     * The sentence that refuses a format of another release, which must not be guessed at; null when the format is
     * known or none is named.
     */
    public @Nullable String foreignFormat() {
        var format = HeaderText.of(headers, HeaderNames.FORMAT);
        return format == null || format.equals(HeaderNames.FORMAT_1)
                ? null
                : "header " + HeaderNames.FORMAT + " is \"" + format + "\", this release reads \""
                        + HeaderNames.FORMAT_1 + "\"";
    }

    /** The keys of a topic, as they were written; null unless there are both. */
    public @Nullable TopicKeys keys() {
        var key1 = HeaderText.of(headers, HeaderNames.KEY_1);
        var key2 = HeaderText.of(headers, HeaderNames.KEY_2);
        return key1 == null || key2 == null ? null : new TopicKeys(key1, key2);
    }

    /** The identity of a subscription; null until its owner has completed it. */
    public @Nullable String uid() {
        return HeaderText.of(headers, HeaderNames.SUBSCRIPTION_UID);
    }

    /** Empty until the subscription's owner has completed it. */
    public Optional<Provisioning> provisioning() {
        return ProvisioningHeaders.read(headers);
    }

    /** What is wrong with the record that this one replaced; null for nothing. */
    public @Nullable String replaced() {
        return HeaderText.of(headers, HeaderNames.RECORD_ERROR);
    }
}
