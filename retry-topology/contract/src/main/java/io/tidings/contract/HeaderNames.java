package io.tidings.contract;

/** The names of record headers, explained in {@code docs/topics.md}; all values are readable UTF-8. */
public final class HeaderNames {
    public static final String FORMAT = "tidings-format";

    public static final String FORMAT_1 = "1";

    public static final String TOPIC = "tidings-topic";
    public static final String SUBSCRIPTION = "tidings-subscription";
    public static final String SUBSCRIPTION_UID = "tidings-subscription-uid";
    public static final String SCHEMA = "tidings-schema";
    public static final String EVENT_ID = "tidings-event-id";
    /** The {@code dataVersion} of an Event Grid event. */
    public static final String DATA_VERSION = "tidings-data-version";

    /** The Event Grid event without data that the topic's mapping makes of an event in the custom schema. */
    public static final String ENVELOPE = "tidings-envelope";

    public static final String PUBLISHED = "tidings-published";
    public static final String SOURCE = "tidings-source";

    /** On {@code subscriptions}: what a program must know to deliver, as words with commas between them. */
    public static final String REQUIRES = "tidings-requires";

    public static final String SUBSCRIPTIONS_OFFSET = "tidings-subscriptions-offset";
    public static final String ATTEMPTS = "tidings-attempts";
    public static final String DEFERRALS = "tidings-deferrals";
    public static final String PARKED = "tidings-parked";
    public static final String DUE = "tidings-due";
    /** On events and deliveries, and in requests: {@link Hops}. Not there for an event that Tidings has not delivered before. */
    public static final String HOPS = "tidings-hops";

    /** On a retry: the time before which it must not be sent, even if its endpoint recovers. */
    public static final String NOT_BEFORE = "tidings-not-before";

    /** {@code true} on a delivery that was moved out of a tier because its endpoint recovered. */
    public static final String FORWARDED = "tidings-forwarded";

    public static final String LAST_OUTCOME = "tidings-last-outcome";
    public static final String LAST_STATUS = "tidings-last-status";
    public static final String LAST_ATTEMPT = "tidings-last-attempt";
    /** W3C Trace Context, named as in HTTP. */
    public static final String TRACEPARENT = "traceparent";

    public static final String TRACESTATE = "tracestate";
    /** On a delivery that was brought back and its later records: how often it was brought back, and when last. */
    public static final String REDRIVEN = "tidings-redriven";

    /** On the delivery that a job made and its later records: the job's id. */
    public static final String JOB = "tidings-job";

    /** On a delivery that was brought back and its later records: when the event was published first. */
    public static final String FIRST_PUBLISHED = "tidings-first-published";

    /**
     * On deliveries of a source's events, and their later records: fields of the event's record that delivery attributes
     * ask for, such as {@code tidings-kafka-key} and {@code tidings-kafka-header-tenant}.
     */
    public static final String KAFKA = "tidings-kafka-";

    public static final String KAFKA_HEADER = KAFKA + "header-";

    /** On deliveries of a subscription with {@code orderBy}, and their later records: the order key. */
    public static final String ORDER_KEY = "tidings-order-key";

    /** On a parked delivery with an order key: its offset in {@code deliveries}. */
    public static final String ORDER_SEQUENCE = "tidings-order-sequence";

    /** On a parked delivery with an order key: the sequence that ends before it is sent. */
    public static final String ORDER_BEHIND = "tidings-order-behind";

    /** {@code true} on a parked delivery that is counted as taken; those that earlier releases have parked are not. */
    public static final String TAKEN = "tidings-taken";

    /** On {@code events}: the only subscription that gets the event, whatever its filter says. */
    public static final String ONLY = "tidings-only";

    /** On {@code events}, on a record without a value: the uid of the subscription whose start it marks. */
    public static final String START_MARKER = "tidings-start-marker";

    /** On {@code rejected}: one word. */
    public static final String REASON = "tidings-reason";
    /** On {@code rejected}: a sentence. */
    public static final String ERROR = "tidings-error";
    /** On {@code dead-letters}: the destination of the subscription when the event was given up. */
    public static final String DEAD_LETTER_ACCOUNT = "tidings-deadletter-account";

    public static final String DEAD_LETTER_CONTAINER = "tidings-deadletter-container";
    public static final String DEAD_LETTER_REASON = "tidings-deadletter-reason";

    /** The name, in the settings, of the Kafka topic that gets the letter. */
    public static final String DEAD_LETTER_TOPIC = "tidings-deadletter-topic";

    /** These are on dead letters that were appended again. This one: when the letter was first appended. */
    public static final String DEAD_LETTER_SINCE = "tidings-deadletter-since";

    /** The time for which its storage had been unavailable until then. */
    public static final String DEAD_LETTER_UNAVAILABLE = "tidings-deadletter-unavailable";

    /** The path, in its container, of the blob that the letter belongs to. */
    public static final String DEAD_LETTER_BLOB = "tidings-deadletter-blob";

    /** The letter's position in that blob, such as {@code 3/17}. */
    public static final String DEAD_LETTER_PLACE = "tidings-deadletter-place";

    /** These are on {@code subscriptions}. This one: the state of the webhook handshake. */
    public static final String PROVISIONING_STATE = "tidings-provisioning-state";

    public static final String PROVISIONING_SINCE = "tidings-provisioning-since";
    /** A sentence that says why the handshake is not completed. */
    public static final String PROVISIONING_ERROR = "tidings-provisioning-error";
    /** The code that the endpoint must return. */
    public static final String VALIDATION_CODE = "tidings-validation-code";
    /** {@code true} if an endpoint of the subscription was validated before. */
    public static final String VALIDATED = "tidings-validated";
    /** Requests a minute that the endpoint allows. */
    public static final String ALLOWED_RATE = "tidings-allowed-rate";
    /** The time when an operator asked to send at once what waits. */
    public static final String RETRY_NOW = "tidings-retry-now";
    /** The time of the 410 for which Tidings has paused the subscription; missing unless it is paused for that. */
    public static final String GONE = "tidings-gone";
    /** The pauses in which the deliveries of the subscription were held. */
    public static final String PAUSES = "tidings-pauses";

    /** Whether matching still waits for the markers of a subscription that starts in the past; none without such a start. */
    public static final String START = "tidings-start";

    /** On {@code topics} and {@code subscriptions}: the error in the record that this one replaces. */
    public static final String RECORD_ERROR = "tidings-record-error";

    /** On {@code topics}, and on {@code subscriptions} for the receivers of queues. */
    public static final String KEY_1 = "tidings-key1";

    public static final String KEY_2 = "tidings-key2";

    /** Used by the CloudEvents Kafka binding and for plain JSON records. */
    public static final String CONTENT_TYPE = "content-type";

    private HeaderNames() {}
}
