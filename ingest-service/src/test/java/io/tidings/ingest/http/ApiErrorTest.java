package io.tidings.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.json.Violation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-2: errors look like those of Event Grid (reference §1.4). */
class ApiErrorTest {
    @Test
    void anErrorHasTheShapeThatClientsRead() {
        assertThat(ApiError.of(401, "Unauthorized", "say \"who\" you are").json())
                .isEqualTo("{\"error\":{\"code\":\"Unauthorized\",\"message\":\"say \\\"who\\\" you are\","
                        + "\"details\":[{\"code\":\"Unauthorized\",\"message\":\"say \\\"who\\\" you are\"}]}}");
    }

    @Test
    void aViolationNamesTheMemberThatIsWrong() {
        var response = RequestBodies.invalid(List.of(
                new Violation("properties.paused", "must be true or false"),
                new Violation(Violation.WHOLE, "must be an object")));
        assertThat(response.body())
                .contains(
                        "{\"code\":\"InvalidResource\",\"target\":\"properties.paused\","
                                + "\"message\":\"properties.paused: must be true or false\"}",
                        "{\"code\":\"InvalidResource\",\"message\":\"must be an object\"}");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "400, BadRequest",
        "401, Unauthorized",
        "403, Forbidden",
        "404, NotFound",
        "405, MethodNotAllowed",
        "409, Conflict",
        "413, RequestEntityTooLarge",
        "415, UnsupportedMediaType",
        "503, ServiceUnavailable",
        "500, InternalServerError",
        "431, BadRequest"
    })
    void theCodeIsTheNameOfTheStatus(int status, String code) {
        assertThat(new ApiError(status, "", List.of()).code()).isEqualTo(code);
    }

    @Test
    void aRepeatableErrorSaysWhenToRepeat() {
        assertThat(Response.of(ApiError.unavailable("later")).headers()).containsEntry("Retry-After", "5");
        assertThat(Response.methodNotAllowed("PUT", "OPTIONS, POST").headers())
                .containsAllEntriesOf(Map.of("Allow", "OPTIONS, POST"));
    }

    @Test
    void aRequestNeverPrintsItsQuery() {
        var request = new Request(
                "POST",
                "/p",
                "aeg-sas-key=secret",
                "h",
                true,
                "127.0.0.1",
                Map.of("aeg-sas-key", "secret"),
                Body.TooLarge::new);
        assertThat(request).hasToString("POST /p");
    }
}
