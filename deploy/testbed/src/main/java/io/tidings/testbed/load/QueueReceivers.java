package io.tidings.testbed.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Receivers of a queue that ask workers as ingest-service does, acknowledge most events, and forget or give back others.
 * They remember what they were told, and tell what contradicts it. Thread-safe.
 */
public final class QueueReceivers implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String queue;
    private final long lock;
    private final IntFunction<Optional<String>> owners;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    /** What was received last of each event. */
    private final Map<String, Received> received = new HashMap<>();

    private final Map<String, Received> ended = new HashMap<>();
    /** Events that may have been acknowledged: the response was lost, and then the lock was over. */
    private final Set<String> uncertain = new HashSet<>();

    private final List<String> contradictions = new ArrayList<>();
    private volatile boolean careless = true;
    private volatile boolean running = true;

    /** @param asked before the request, in nanoseconds */
    private record Received(String event, String token, int count, long asked, boolean kept) {}

    /** @param sure whether no former request can have done the same */
    private record Told(String body, boolean sure) {}

    /**
     * @param queue the query of a request that names it
     * @param lock how long a receiver may have an event
     * @param owners host and port of the owner of a partition number
     */
    public QueueReceivers(String queue, Duration lock, IntFunction<Optional<String>> owners) {
        this.queue = queue;
        this.lock = lock.toNanos();
        this.owners = owners;
    }

    /** Starts some for a partition number. */
    public QueueReceivers start(int number, int receivers) {
        for (int each = 0; each < receivers; each++) {
            var random = new Random(31L * number + each);
            threads.execute(() -> run(number, random));
        }
        return this;
    }

    /** They acknowledge each event from now on. */
    public void settleAll() {
        careless = false;
    }

    /** Returns the events that were acknowledged, or may have been. */
    public synchronized Set<String> ended() {
        var all = new HashSet<>(ended.keySet());
        all.addAll(uncertain);
        return all;
    }

    public synchronized List<String> contradictions() {
        return List.copyOf(contradictions);
    }

    private void run(int number, Random random) {
        while (running) {
            long asked = System.nanoTime();
            var told = ask(
                    number,
                    "/queue/receive?most=" + (1 + random.nextInt(5)) + "&millis=3000&id=" + UUID.randomUUID() + "&",
                    "",
                    1);
            if (told != null) {
                for (var each : taken(told.body(), asked, random)) {
                    settle(number, each, random);
                }
            }
        }
    }

    private synchronized List<Received> taken(String body, long asked, Random random) {
        long got = System.nanoTime();
        var all = new ArrayList<Received>();
        try {
            for (var each : JSON.readTree(body).path("value")) {
                var properties = each.path("brokerProperties");
                var now = new Received(
                        each.path("event").path("id").asText(),
                        properties.path("lockToken").asText(),
                        properties.path("deliveryCount").asInt(),
                        asked,
                        true);
                var former = received.put(now.event(), now);
                if (former != null && former.kept() && got - former.asked() < lock) {
                    contradictions.add(now + " while another has it: " + former);
                }
                if (ended.containsKey(now.event())) {
                    contradictions.add(now + " although it was acknowledged: " + ended.get(now.event()));
                }
                all.add(now);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return careless && random.nextInt(8) == 0 ? List.of() : all; // its locks end
    }

    private void settle(int number, Received it, Random random) {
        boolean releases = careless && random.nextInt(8) == 0;
        if (releases) {
            givenBack(it);
        }
        var action = releases ? "release&delay=0" : "acknowledge";
        var told = ask(number, "/queue/settle?action=" + action + "&", it.token(), 40);
        if (told == null) {
            givenBack(it);
        } else {
            said(it, told, releases);
        }
    }

    private synchronized void givenBack(Received it) {
        received.computeIfPresent(
                it.event(),
                (_, last) ->
                        last.equals(it) ? new Received(it.event(), it.token(), it.count(), it.asked(), false) : last);
    }

    private synchronized void said(Received it, Told told, boolean releases) {
        var word = told.body().strip();
        boolean locked = System.nanoTime() - it.asked() < lock;
        if (releases) {
            return;
        }
        if (word.isEmpty() || (locked && !told.sure())) {
            ended.put(it.event(), it); // perhaps by a former request, whose response was lost
        } else if (locked) {
            contradictions.add(word + " for " + it);
        } else if (!told.sure()) {
            uncertain.add(it.event());
        }
    }

    /** Returns what the owner says; null if nobody does. */
    private @Nullable Told ask(int number, String path, String body, int times) {
        boolean sure = true;
        for (int time = 0; time < times && running; time++) {
            var owner = owners.apply(number);
            try {
                if (owner.isPresent()) {
                    var request = HttpRequest.newBuilder(
                                    URI.create("http://" + owner.get() + path + queue + "&number=" + number))
                            .timeout(Duration.ofSeconds(30))
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build();
                    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
                    if (response.statusCode() == 200) {
                        return new Told(response.body(), sure);
                    }
                    sure = sure && response.statusCode() == 429;
                }
            } catch (IOException e) {
                sure = false;
            } catch (InterruptedException e) {
                return null;
            }
            FixedPause.sleep(PAUSE);
        }
        return null;
    }

    @Override
    public void close() {
        running = false;
        http.shutdownNow();
        threads.close(); // waits for them
    }
}
