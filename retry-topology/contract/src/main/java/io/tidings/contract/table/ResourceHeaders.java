package io.tidings.contract.table;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.topic.TopicKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The headers of records of topics and subscriptions. Records of other tools than Tidings have none of them. */
public record ResourceHeaders(Headers headers) {
    /** The limit in characters: a record can break a rule with each of its bytes. */
    private static final int MAX_ERROR = 2_000;

    /**
     * @param keys sealed if there are sealing keys; null if the topic has no keys, so that HTTP publishers are refused
     * @param replaced the error in the record that this one replaces; null if there is none
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
     * @param provisioning sealed if there are sealing keys
     * @param requires what a program must know to deliver
     * @param pauses the header of pauses; null if there is nothing to keep
     * @param replaced the error in the record that this one replaces; null if there is none
     */
    public static List<Header> ofSubscription(
            String uid,
            Provisioning provisioning,
            Set<String> requires,
            @Nullable String pauses,
            @Nullable String replaced) {
        var headers = new ArrayList<Header>(ofIncompleteSubscription(requires));
        headers.add(header(HeaderNames.SUBSCRIPTION_UID, uid));
        ProvisioningHeaders.write(provisioning).forEach(headers::add);
        if (pauses != null) {
            headers.add(header(HeaderNames.PAUSES, pauses));
        }
        addError(headers, replaced);
        return headers;
    }

    /** The headers of a subscription that the owning ingest service has not completed yet. */
    public static List<Header> ofIncompleteSubscription(Set<String> requires) {
        return requires.isEmpty()
                ? List.of(format())
                : List.of(format(), header(HeaderNames.REQUIRES, String.join(",", requires)));
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

    /** The error for a format of another release, which must not be guessed at; null if it is known or missing. */
    public @Nullable String foreignFormat() {
        var format = HeaderText.of(headers, HeaderNames.FORMAT);
        return format == null || format.equals(HeaderNames.FORMAT_1)
                ? null
                : "header " + HeaderNames.FORMAT + " is \"" + format + "\", this release reads \""
                        + HeaderNames.FORMAT_1 + "\"";
    }

    /** Returns whether Tidings wrote or completed the record: then it broke no rule of the release that did. */
    boolean ofTidings() {
        return uid() != null || keys() != null;
    }

    /** Returns what a program must know to deliver. */
    Set<String> requires() {
        return Arrays.stream(HeaderText.orEmpty(headers, HeaderNames.REQUIRES).split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toSet());
    }

    /** Returns the keys as written; null unless both are there. */
    public @Nullable TopicKeys keys() {
        var key1 = HeaderText.of(headers, HeaderNames.KEY_1);
        var key2 = HeaderText.of(headers, HeaderNames.KEY_2);
        return key1 == null || key2 == null ? null : new TopicKeys(key1, key2);
    }

    /** Returns null until the owning program has completed the record. */
    public @Nullable String uid() {
        return HeaderText.of(headers, HeaderNames.SUBSCRIPTION_UID);
    }

    /** Empty until the owning program has completed the record. */
    public Optional<Provisioning> provisioning() {
        return ProvisioningHeaders.read(headers);
    }

    /**
     * @param paused whether the record pauses the subscription
     * @param appended when the record was appended
     */
    Pauses pauses(boolean paused, Instant appended) {
        return Pauses.read(HeaderText.of(headers, HeaderNames.PAUSES), paused, appended);
    }

    /** The error in the record that this one replaced; null if there was none. */
    public @Nullable String replaced() {
        return HeaderText.of(headers, HeaderNames.RECORD_ERROR);
    }
}
