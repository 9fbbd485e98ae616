package io.tidings.ingest.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.lane.Lanes;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.runtime.http.SharedSecret;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.SharedBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.types.Password;

/** A worker that has the events of queues: what it was asked, and what it answers. */
final class ScriptedDesk implements AutoCloseable {
    static final String NONE = "{\"value\":[]}";

    /** The number of partitions in fixtures. */
    private static final int PARTITIONS = 2;

    private final HttpServer server;
    private final SharedSecret secret;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile Answer answer = _ -> new Reply(200, NONE);

    /** What is answered to path, query and body. */
    @FunctionalInterface
    interface Answer {
        Reply to(String asked) throws InterruptedException;
    }

    record Reply(int status, String body) {}

    ScriptedDesk(String secret) throws IOException {
        this.secret = new SharedSecret(new Password(secret));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/queue/", this::respond);
        server.start();
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            boolean signed = secret.signed(
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    "POST",
                    exchange.getRequestURI(),
                    body,
                    Instant.now());
            var text = exchange.getRequestURI() + " " + new String(body, UTF_8);
            asked.add(text);
            var reply = signed ? answer.to(text) : new Reply(401, "not signed");
            var bytes = reply.body().getBytes(UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void answers(Answer next) {
        answer = next;
    }

    /** Takes the partition number of a queue over. */
    void own(Topics topics, SubscriptionKey queue) {
        own(topics, number(queue));
    }

    void own(Topics topics, int number) {
        var address = "127.0.0.1:" + server.getAddress().getPort();
        try (var producer =
                KafkaClients.of(SharedBroker.get().bootstrapServers()).producer(Map.of())) {
            var _ = producer.send(new ProducerRecord<>(
                    topics.probation(), number, NumberOwners.KEY.getBytes(UTF_8), NumberOwners.value(address)));
        }
    }

    static int number(SubscriptionKey queue) {
        return Lanes.home(queue, PARTITIONS);
    }

    List<String> asked(String part) {
        return asked.stream().filter(each -> each.contains(part)).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
