package io.tidings.contract;

/** The names of the record headers on Tidings' topics; all values are readable UTF-8. {@code docs/topics.md} explains each. */
public final class HeaderNames {
    /** Version of the header and value format of a record: {@value #FORMAT_1}. */
    public static final String FORMAT = "tidings-format";

    public static final String FORMAT_1 = "1";

    public static final String TOPIC = "tidings-topic";
    public static final String SUBSCRIPTION = "tidings-subscription";
    public static final String SUBSCRIPTION_UID = "tidings-subscription-uid";
    public static final String SCHEMA = "tidings-schema";
    public static final String EVENT_ID = "tidings-event-id";
    /** The {@code dataVersion} of an Event Grid event. */
    public static final String DATA_VERSION = "tidings-data-version";

    /** Of an event in the custom schema: what its topic's mapping makes of it, an Event Grid event without data. */
    public static final String ENVELOPE = "tidings-envelope";

    public static final String PUBLISHED = "tidings-published";
    public static final String SOURCE = "tidings-source";
    public static final String SUBSCRIPTIONS_OFFSET = "tidings-subscriptions-offset";
    public static final String ATTEMPTS = "tidings-attempts";
    public static final String DEFERRALS = "tidings-deferrals";
    public static final String PARKED = "tidings-parked";
    public static final String DUE = "tidings-due";
    public static final String LAST_OUTCOME = "tidings-last-outcome";
    public static final String LAST_STATUS = "tidings-last-status";
    public static final String LAST_ATTEMPT = "tidings-last-attempt";
    /** W3C Trace Context, as it goes over HTTP, too. */
    public static final String TRACEPARENT = "traceparent";

    public static final String TRACESTATE = "tracestate";
    /** On a delivery that was made of a dead letter, and on what becomes of it: how often, and when last. */
    public static final String REDRIVEN = "tidings-redriven";

    /** On {@code rejected}: a word. */
    public static final String REASON = "tidings-reason";
    /** On {@code rejected}: a sentence. */
    public static final String ERROR = "tidings-error";
    /** On {@code dead-letters}: the storage account and container in force when the event was given up. */
    public static final String DEAD_LETTER_ACCOUNT = "tidings-deadletter-account";

    public static final String DEAD_LETTER_CONTAINER = "tidings-deadletter-container";
    /** On {@code dead-letters}: the reason, a word of B-DLQ-2. */
    public static final String DEAD_LETTER_REASON = "tidings-deadletter-reason";

    /** On a dead letter that was appended again: when it was appended first. */
    public static final String DEAD_LETTER_SINCE = "tidings-deadletter-since";

    /** On a dead letter that was appended again: for how long its storage had been asked in vain until then. */
    public static final String DEAD_LETTER_UNAVAILABLE = "tidings-deadletter-unavailable";

    /** On a dead letter that was appended again: path of the blob, in its container, that it is for. */
    public static final String DEAD_LETTER_BLOB = "tidings-deadletter-blob";

    /** On a dead letter that was appended again: its place in that blob, such as {@code 3/17}. */
    public static final String DEAD_LETTER_PLACE = "tidings-deadletter-place";

    /** On {@code subscriptions}: how far the webhook handshake got. */
    public static final String PROVISIONING_STATE = "tidings-provisioning-state";
    /** On {@code subscriptions}: when that state began. */
    public static final String PROVISIONING_SINCE = "tidings-provisioning-since";
    /** On {@code subscriptions}: why it got no further, a sentence. */
    public static final String PROVISIONING_ERROR = "tidings-provisioning-error";
    /** On {@code subscriptions}: what the endpoint has to show to agree. */
    public static final String VALIDATION_CODE = "tidings-validation-code";
    /** On {@code subscriptions}: {@code true} when an endpoint of it has agreed before. */
    public static final String VALIDATED = "tidings-validated";
    /** On {@code subscriptions}: requests in a minute that the endpoint allows. */
    public static final String ALLOWED_RATE = "tidings-allowed-rate";

    /** On {@code topics} and {@code subscriptions}: what is wrong with the record that this one replaces. */
    public static final String RECORD_ERROR = "tidings-record-error";

    /** On {@code topics}: the two publishing keys. */
    public static final String KEY_1 = "tidings-key1";

    public static final String KEY_2 = "tidings-key2";

    /** Of the CloudEvents Kafka binding and of plain JSON records. */
    public static final String CONTENT_TYPE = "content-type";

    private HeaderNames() {}
}
