package io.tidings.ingest.manage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-ARM-1: which versions of Azure's interface there are. */
class ApiVersionTest {
    @ParameterizedTest
    @ValueSource(strings = {"2020-06-01", "2022-06-15", "2025-02-15", "2024-06-01-preview", "2099-01-01"})
    void everyVersionSinceTheFirstIsAccepted(String version) {
        assertThat(ApiVersion.refusal(Optional.of(version))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2020-04-01-preview", "2018-01-01", "today", "", "2022-06-15-beta"})
    void anEarlierOrIllegibleVersionIsRefused(String version) {
        assertThat(ApiVersion.refusal(Optional.of(version))).hasValueSatisfying(error -> {
            assertThat(error.status()).isEqualTo(400);
            assertThat(error.message()).startsWith("api-version must be a date from 2020-06-01 on");
        });
    }

    @Test
    void aRequestWithoutAVersionIsRefused() {
        assertThat(ApiVersion.refusal(Optional.empty()))
                .hasValueSatisfying(error -> assertThat(error.message()).startsWith("api-version is required"));
    }
}
