package io.tidings.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidings.runtime.liveness.Hang;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a probe and Prometheus learn of a program that must be started again. */
class LivenessTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AdminServer admin = AdminServer.start("127.0.0.1", 0, TIMEOUT, metrics);
    private final SteeredProgram program = new SteeredProgram();

    @AfterEach
    void close() {
        admin.close();
    }

    @Test
    void aProgramIsLiveBeforeItIsReady() throws IOException, InterruptedException {
        admin.watch(program);

        assertThat(live().statusCode()).isEqualTo(200);
        assertThat(live().body()).isEqualTo("live\n");
        assertThat(metrics.scrape()).contains("tidings_live{program=\"steered\"} 1.0");
    }

    @Test
    void aProgramWithALoopThatHangsIsNotLiveUntilItTurns() throws IOException, InterruptedException {
        admin.watch(program);
        program.still = TIMEOUT.plusSeconds(1);

        assertThat(live().statusCode()).isEqualTo(503);
        assertThat(live().body()).isEqualTo("steered: poll-thread has not turned for 181 s\n");
        assertThat(metrics.scrape()).contains("tidings_live{program=\"steered\"} 0.0");

        program.still = TIMEOUT;
        assertThat(live().statusCode()).isEqualTo(200);
    }

    @Test
    void aProgramThatFailedIsNotLive() throws IOException, InterruptedException {
        admin.watch(program);
        program.ended.completeExceptionally(new IllegalStateException("the table is gone"));

        assertThat(live().statusCode()).isEqualTo(503);
        assertThat(live().body()).isEqualTo("steered: failed\n");
        assertThat(metrics.scrape()).contains("tidings_live{program=\"steered\"} 0.0");
    }

    private HttpResponse<String> live() throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + "/health/live"))
                    .build();
            return client.send(request, BodyHandlers.ofString());
        }
    }

    private static final class SteeredProgram implements Program {
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private volatile Duration still = Duration.ZERO;

        @Override
        public String name() {
            return "steered";
        }

        @Override
        public boolean ready() {
            return false;
        }

        @Override
        public List<Hang> hanging(Duration limit) {
            return still.compareTo(limit) > 0 ? List.of(new Hang("poll-thread", still, List.of())) : List.of();
        }

        @Override
        public CompletionStage<Void> ended() {
            return ended;
        }

        @Override
        public void close() {}
    }
}
