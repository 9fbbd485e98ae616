package io.tidings.benchmark.sink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Tells what was counted. */
record TellingHandler(Tally tally) implements AsyncServerRequestHandler<Message<HttpRequest, Void>> {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public AsyncRequestConsumer<Message<HttpRequest, Void>> prepare(
            HttpRequest request, @Nullable EntityDetails entity, HttpContext context) {
        return new BasicRequestConsumer<>(new DiscardingEntityConsumer<>());
    }

    @Override
    public void handle(Message<HttpRequest, Void> request, ResponseTrigger trigger, HttpContext context)
            throws HttpException, IOException {
        var answer = AsyncResponseBuilder.create(HttpStatus.SC_OK)
                .setEntity(json(), ContentType.APPLICATION_JSON)
                .build();
        trigger.submitResponse(answer, context);
    }

    private String json() throws JsonProcessingException {
        return JSON.writeValueAsString(tally.counts(System.nanoTime()));
    }
}
