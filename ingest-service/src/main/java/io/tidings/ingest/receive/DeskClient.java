package io.tidings.ingest.receive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.runtime.http.SharedSecret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a worker about queues over HTTP (B-PULL-4). Thread-safe. */
final class DeskClient implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DeskClient.class);
    private static final Duration TO_CONNECT = Duration.ofSeconds(1);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    private final @Nullable SharedSecret secret;

    /** @param secret null if workers ask for none */
    DeskClient(@Nullable Password secret) {
        this.secret = secret == null ? null : new SharedSecret(secret);
    }

    /**
     * @param address host and port of the worker
     * @param target path and query
     */
    CompletableFuture<DeskAnswer> ask(String address, String target, String body, Duration patience) {
        var uri = URI.create("http://" + address + target);
        var bytes = body.getBytes(UTF_8);
        var request = HttpRequest.newBuilder(uri).timeout(patience).POST(BodyPublishers.ofByteArray(bytes));
        if (secret != null) {
            request.header("Authorization", secret.sign("POST", uri, bytes, Instant.now()));
        }
        return http.sendAsync(request.build(), BodyHandlers.ofString(UTF_8))
                .handle((response, failure) -> failure == null ? answer(address, response) : away(address, failure));
    }

    private static DeskAnswer answer(String address, HttpResponse<String> response) {
        return switch (response.statusCode()) {
            case 200 -> new DeskAnswer.Said(response.body());
            case 429 -> new DeskAnswer.Crowded();
            case 401 ->
                new DeskAnswer.NotSetUp(
                        "receive.secret",
                        "the worker at " + address + " refuses the signature of this service; set receive.secret to the"
                                + " same value for all workers and ingest-service, and let their clocks agree");
            case 421 ->
                new DeskAnswer.Away("the worker at " + address + " does not have the partition number, and the one that"
                        + " has it does not let itself be asked; set receive.listen of all workers");
            default ->
                new DeskAnswer.Away("the worker at " + address + " responds with " + response.statusCode() + ": "
                        + response.body().strip());
        };
    }

    private static DeskAnswer away(String address, Throwable failure) {
        var cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (!(cause instanceof IOException)) {
            log.error("a worker could not be asked for a queue; please report this bug", cause);
        }
        return new DeskAnswer.Away("the worker at " + address + " does not respond ("
                + (cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage())
                + "); if it runs, see its receive.listen and receive.advertised");
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
