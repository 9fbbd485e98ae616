package io.tidings.contract.table;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.WireName;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Writes and reads {@link Provisioning} as headers of a record of the subscriptions table. */
public final class ProvisioningHeaders {
    private ProvisioningHeaders() {}

    public static Headers write(Provisioning provisioning) {
        var headers = new RecordHeaders();
        add(headers, HeaderNames.PROVISIONING_STATE, provisioning.state().wireName());
        add(headers, HeaderNames.PROVISIONING_SINCE, provisioning.since());
        add(headers, HeaderNames.PROVISIONING_ERROR, provisioning.problem());
        add(headers, HeaderNames.VALIDATION_CODE, provisioning.code());
        add(headers, HeaderNames.VALIDATED, provisioning.established() ? "true" : null);
        add(headers, HeaderNames.ALLOWED_RATE, provisioning.requestsPerMinute());
        add(headers, HeaderNames.RETRY_NOW, provisioning.retryNow());
        add(headers, HeaderNames.GONE, provisioning.gone());
        add(
                headers,
                HeaderNames.START,
                provisioning.start() == null ? null : provisioning.start().wireName());
        var keys = provisioning.receiveKeys();
        if (keys != null) {
            add(headers, HeaderNames.KEY_1, keys.key1());
            add(headers, HeaderNames.KEY_2, keys.key2());
        }
        return headers;
    }

    private static void add(Headers headers, String name, @Nullable Object value) {
        if (value != null) {
            headers.add(HeaderText.header(name, value.toString()));
        }
    }

    /** Returns empty if another tool than Tidings wrote the record, so that the state is not known yet. */
    public static Optional<Provisioning> read(Headers headers) {
        return Optional.ofNullable(HeaderText.of(headers, HeaderNames.PROVISIONING_STATE))
                .flatMap(word -> WireName.of(ProvisioningState.class, word))
                .map(state -> new Provisioning(
                        state,
                        "true".equals(HeaderText.of(headers, HeaderNames.VALIDATED)),
                        instant(HeaderText.of(headers, HeaderNames.PROVISIONING_SINCE)),
                        HeaderText.of(headers, HeaderNames.VALIDATION_CODE),
                        HeaderText.of(headers, HeaderNames.PROVISIONING_ERROR),
                        rate(HeaderText.of(headers, HeaderNames.ALLOWED_RATE)),
                        instant(HeaderText.of(headers, HeaderNames.RETRY_NOW)),
                        instant(HeaderText.of(headers, HeaderNames.GONE)),
                        start(HeaderText.of(headers, HeaderNames.START)),
                        new ResourceHeaders(headers).keys()));
    }

    private static @Nullable Instant instant(@Nullable String text) {
        return text == null ? null : HeaderTime.parsed(text).orElse(null); // none counts as long ago
    }

    /** A word of a later release counts as that of a start that goes on: nothing is delivered twice. */
    private static @Nullable StartState start(@Nullable String text) {
        return text == null ? null : WireName.of(StartState.class, text).orElse(StartState.OPEN);
    }

    private static @Nullable Integer rate(@Nullable String text) {
        return text == null || !text.matches("[1-9]\\d{0,8}") ? null : Integer.valueOf(text);
    }
}
