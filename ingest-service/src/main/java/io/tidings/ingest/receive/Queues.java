package io.tidings.ingest.receive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.Durations;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.lane.Lanes;
import io.tidings.contract.lane.LockToken;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.http.RefusalLog;
import io.tidings.ingest.http.Request;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntSupplier;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The events of queues, at the workers that own their partition numbers. Each call blocks the virtual thread of its
 * request. Thread-safe.
 *
 * <pre>
 *  receive ── other numbers: what waits there ──> home number: what comes ──> events
 *                       ▲                                        │ none, or its owner changes
 *                       └────────────────────────────────────────┘ until the wait is over
 * </pre>
 */
public final class Queues implements AutoCloseable {
    /** The events of a receive without any. */
    static final String NONE = "{\"value\":[]}";

    /** A worker answers that long after the wait, or the brokers do not commit. */
    private static final Duration TO_COMMIT = Duration.ofSeconds(25);

    /** How long an owner may stay unknown while workers start, or refuse while secrets are changed. */
    private static final Duration TO_KNOW_OWNER = Duration.ofSeconds(2);

    /** How often an owner that is away is asked again. */
    private static final Duration PACE = Duration.ofMillis(200);

    /** How long one number is waited at if events may come back in others. */
    private static final Duration SLICE = Duration.ofSeconds(5);

    private final NumberOwners owners;
    private final CountsTable counts;
    private final IntSupplier partitions;
    private final DeskClient client;
    private final RefusalLog refusals = new RefusalLog();
    private final CompletableFuture<Void> draining = new CompletableFuture<>();

    /**
     * @param partitions that deliveries have now; those of former counts may wait in other numbers
     * @param secret null if workers ask for none
     */
    public Queues(NumberOwners owners, CountsTable counts, IntSupplier partitions, @Nullable Password secret) {
        this.owners = owners;
        this.counts = counts;
        this.partitions = partitions;
        this.client = new DeskClient(secret);
    }

    /**
     * Returns the events as receivers get them, at the latest when the wait is over: {@link #NONE} only if a worker has
     * looked for some.
     */
    DeskAnswer receive(SubscriptionEntry queue, int most, Duration wait, Request.Client receiver) {
        int home = Lanes.home(queue.subscription().key(), partitions.getAsInt());
        var begun = System.nanoTime();
        boolean looked = false;
        while (true) {
            var others = counts.waitingIn(CountedSubscription.of(queue));
            others.remove(home);
            for (int number : others) {
                if (receive(queue, number, most, Duration.ZERO, receiver) instanceof DeskAnswer.Said said
                        && !none(said)) {
                    return said;
                }
            }
            var left = wait.minus(since(begun));
            var asked = System.nanoTime();
            var answer = receive(queue, home, most, others.isEmpty() ? left : Durations.min(left, SLICE), receiver);
            boolean ends = draining.isDone() || receiver.gone().isDone();
            boolean over = ends || since(begun).compareTo(wait) >= 0;
            switch (answer) {
                case DeskAnswer.Said said
                when over || !none(said) -> {
                    return said;
                }
                case DeskAnswer.Said _ -> { // a slice, or as long as a worker waits
                    looked = true;
                    if (since(asked).compareTo(PACE) < 0) {
                        pause();
                    }
                }
                case DeskAnswer.Crowded crowded -> {
                    return crowded;
                }
                case DeskAnswer.Away away -> {
                    if (over) {
                        return looked || ends ? new DeskAnswer.Said(NONE) : refused(queue, away);
                    }
                    pause();
                }
                case DeskAnswer.NotSetUp unset -> {
                    if (over || since(begun).compareTo(TO_KNOW_OWNER) >= 0) {
                        return refused(queue, unset);
                    }
                    pause();
                }
            }
        }
    }

    private static boolean none(DeskAnswer.Said said) {
        return said.body().strip().equals(NONE);
    }

    private DeskAnswer receive(SubscriptionEntry queue, int number, int most, Duration wait, Request.Client receiver) {
        var address = owners.address(number).orElse(null);
        if (address == null) {
            return unknown(number);
        }
        var id = UUID.randomUUID().toString();
        long millis = Math.max(0, wait.toMillis());
        var asked = client.ask(
                address,
                "/queue/receive?" + share(queue, number) + "&most=" + most + "&millis=" + millis + "&id=" + id,
                "",
                Duration.ofMillis(millis).plus(TO_COMMIT));
        if (!joined(CompletableFuture.anyOf(asked, receiver.gone(), draining))) {
            return new DeskAnswer.Away("this service ends");
        }
        if (!asked.isDone()) {
            var _ = client.ask(address, "/queue/cancel?id=" + id, "", TO_COMMIT);
        }
        return joined(asked) ? asked.join() : new DeskAnswer.Away("this service ends");
    }

    private static DeskAnswer unknown(int number) {
        return new DeskAnswer.NotSetUp(
                "receive.listen",
                "no worker lets itself be asked for the events of queues with the partition number " + number
                        + "; set receive.listen of all workers");
    }

    private DeskAnswer.Refusal refused(SubscriptionEntry queue, DeskAnswer.Refusal refusal) {
        refusals.refused("receivers of " + queue.subscription().key(), refusal.why(), Instant.now());
        return refusal;
    }

    /**
     * Settles events.
     *
     * @param action with its parameters, as workers know it
     * @return for each token the word of its failure, empty for none; null for those whose owner cannot be asked
     */
    Map<String, @Nullable String> settle(SubscriptionEntry queue, String action, List<String> tokens) {
        var results = new LinkedHashMap<String, @Nullable String>();
        var byNumber = new TreeMap<Integer, List<String>>();
        for (var token : tokens) {
            var number = LockToken.of(token).map(LockToken::number);
            results.put(token, number.isPresent() ? null : "BadToken");
            number.filter(this::exists)
                    .ifPresent(each -> byNumber.computeIfAbsent(each, _ -> new ArrayList<>())
                            .add(token));
        }
        byNumber.forEach((number, some) -> {
            var words = settle(queue, number, action, some);
            for (int i = 0; i < some.size(); i++) {
                results.put(some.get(i), i < words.size() ? words.get(i) : null);
            }
        });
        return results;
    }

    /** Workers know partitions that were added earlier than this service. */
    private boolean exists(int number) {
        return number < partitions.getAsInt() || owners.address(number).isPresent();
    }

    /** Returns nothing if the owner cannot be asked. */
    private List<String> settle(SubscriptionEntry queue, int number, String action, List<String> tokens) {
        var begun = System.nanoTime();
        while (true) {
            var address = owners.address(number).orElse(null);
            var answer = address == null
                    ? unknown(number)
                    : client.ask(
                                    address,
                                    "/queue/settle?" + share(queue, number) + "&action=" + action,
                                    String.join("\n", tokens),
                                    TO_COMMIT)
                            .join();
            if (answer instanceof DeskAnswer.Said(var body)) {
                return body.lines().toList();
            }
            var patience = answer instanceof DeskAnswer.NotSetUp ? TO_KNOW_OWNER : TO_COMMIT;
            if (draining.isDone() || since(begun).compareTo(patience) >= 0) {
                if (answer instanceof DeskAnswer.Refusal refusal) {
                    refused(queue, refusal);
                }
                return List.of();
            }
            pause();
        }
    }

    private static String share(SubscriptionEntry queue, int number) {
        SubscriptionKey key = queue.subscription().key();
        return "queue=" + key + "&uid=" + URLEncoder.encode(queue.uid(), UTF_8) + "&number=" + number;
    }

    /** Returns false if the server stops before. */
    private static boolean joined(CompletableFuture<?> asked) {
        try {
            asked.get();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // the client answers in any case
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PACE);
        } catch (InterruptedException _) { // the server stops
            Thread.currentThread().interrupt();
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    /** Ends what waits for events, before the server stops. */
    public void drain() {
        draining.complete(null);
    }

    @Override
    public void close() {
        client.close();
    }
}
