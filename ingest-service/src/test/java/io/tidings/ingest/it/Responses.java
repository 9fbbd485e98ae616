package io.tidings.ingest.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;

/** The responses of the service, as tests look at them. */
final class Responses {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Responses() {}

    static void refused(HttpResponse<String> answer, int status, String codes) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        var error = json(answer).path("error");
        assertThat(error.path("code").textValue() + "/"
                        + error.path("details").path(0).path("code").textValue())
                .isEqualTo(codes);
        assertThat(error.path("message").textValue()).isNotBlank();
    }

    static JsonNode json(HttpResponse<String> answer) {
        return json(answer.body());
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
