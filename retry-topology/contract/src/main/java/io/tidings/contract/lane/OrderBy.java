package io.tidings.contract.lane;

import io.tidings.contract.Sha256;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventKey;
import io.tidings.contract.event.RecordFields;
import io.tidings.contract.json.KeyValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The choice which value of an event is its order key (B-LANE-2). Events of one subscription with the same order key are sent one
 * after the other.
 *
 * @param text {@code subject}, {@code kafka.key}, or a path into the data such as {@code /data/customer/id}
 */
public record OrderBy(String text) {
    public static final String RULE = "must be subject, kafka.key or a path such as /data/customerId";

    /** A longer key is replaced by its hash. */
    static final int MOST_BYTES = 128;

    /** With a larger one a number of few bytes would be written out as a text of up to two billion digits. */
    private static final int LARGEST_EXPONENT = 1_000;

    private static final String SUBJECT = "subject";
    private static final String KAFKA_KEY = "kafka.key";
    private static final String DATA = "/data/";

    public OrderBy {
        if (!valid(text)) {
            throw new IllegalArgumentException("orderBy \"" + text + "\" " + RULE);
        }
    }

    /** Returns empty if the text is not of the forms allowed. */
    public static Optional<OrderBy> of(String text) {
        return valid(text) ? Optional.of(new OrderBy(text)) : Optional.empty();
    }

    /** Returns whether the key is that of a source's record, which events that are published to Tidings do not have. */
    public boolean ofSource() {
        return text.equals(KAFKA_KEY);
    }

    /** Returns whether another one names the same value. */
    public boolean sameAs(OrderBy other) {
        return text.equalsIgnoreCase(other.text);
    }

    private static boolean valid(String text) {
        return text.equals(SUBJECT)
                || text.equals(KAFKA_KEY)
                || (text.startsWith(DATA) && !text.contains(".") && path(text).isPresent());
    }

    private static Optional<EventKey> path(String text) {
        return EventKey.of(text.substring(1).replace('/', '.'));
    }

    /**
     * Returns the order key of an event; null if it has none, or an empty one, and is not ordered. A value that is
     * neither text nor number is none. Texts of the data that differ in case only are one key.
     */
    public @Nullable String keyOf(Event event) {
        var key = switch (text) {
            case SUBJECT -> event.subject();
            case KAFKA_KEY -> kafkaKey(event.record());
            default -> value(event);
        };
        return key == null || key.isEmpty() ? null : bounded(key);
    }

    /** Returns the same key, but another one for texts that differ in case only, and for equal numbers written differently. */
    public @Nullable String exactKeyOf(Event event) {
        return keyOf(event) == null || text.equals(SUBJECT) || ofSource()
                ? keyOf(event)
                : bounded(Objects.requireNonNull(event.textAt(path(text).orElseThrow())));
    }

    private static @Nullable String kafkaKey(@Nullable RecordFields record) {
        return record == null ? null : record.text(KAFKA_KEY);
    }

    private @Nullable String value(Event event) {
        return switch (event.at(path(text).orElseThrow())) {
            case KeyValue.Text(var value) -> value;
            case KeyValue.Decimal(var value) -> text(value);
            case KeyValue.Bool _, KeyValue.Array _, KeyValue.Other _ -> null;
        };
    }

    /** Equal numbers have the same text, however they are written. */
    private static String text(BigDecimal number) {
        if (number.signum() == 0) {
            return "0";
        }
        var digits = number.unscaledValue().toString();
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        long exponent = (long) digits.length() - end - number.scale();
        return Math.abs(exponent) > LARGEST_EXPONENT
                ? digits.substring(0, end) + "E" + exponent
                : number.stripTrailingZeros().toPlainString();
    }

    private static String bounded(String key) {
        var bytes = key.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MOST_BYTES ? key : "sha256:" + HexFormat.of().formatHex(Sha256.of(bytes));
    }
}
