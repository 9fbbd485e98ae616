package io.tidings.ingest.manage;

import io.tidings.ingest.http.ApiError;
import java.util.Optional;
import java.util.regex.Pattern;

/** The query parameter {@code api-version}. All versions since the first with today's resources are one. Pure. */
final class ApiVersion {
    static final String NAME = "api-version";
    static final String NEWEST = "2025-02-15";
    private static final String FIRST = "2020-06-01";
    private static final Pattern FORM = Pattern.compile("\\d{4}-\\d{2}-\\d{2}(-preview)?");

    private ApiVersion() {}

    /** @param version empty if the request has none */
    static Optional<ApiError> refusal(Optional<String> version) {
        if (version.isEmpty()) {
            return refused("MissingApiVersionParameter", "is required");
        }
        return FORM.matcher(version.get()).matches() && version.get().compareTo(FIRST) >= 0
                ? Optional.empty()
                : refused("InvalidApiVersionParameter", "must be a date from " + FIRST + " on");
    }

    private static Optional<ApiError> refused(String code, String rule) {
        return Optional.of(ApiError.of(400, code, NAME + " " + rule + ", such as " + NAME + "=2022-06-15"));
    }
}
