package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.EVERY_URL;
import static io.tidings.worker.webhook.SmallRequests.LOOPBACK;
import static io.tidings.worker.webhook.SmallRequests.outcomeAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.address.AddressResolver;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.Responded;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** B-PROB-5: a resolver that hangs for some names. */
class SlowResolverIT {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final int HANGING = 100;
    private static final int HEALTHY = 10;
    private static final int ROUNDS = 50;
    private static final int PAIRS = 11;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final CountDownLatch resolved = new CountDownLatch(1);
    private final Names names = new Names();
    private final AtomicLong nanos = new AtomicLong();
    private final Queue<Outcome> ofHanging = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        resolved.countDown();
        webhook.close();
    }

    @Test
    void aHundredNamesThatHangDoNotDelayTenHealthyOnes() throws Exception {
        try (var client = client(LONG)) {
            var alone = p99OfHealthy(client);
            postToHanging(client, HANGING);
            await().until(() -> names.hanging.get() == HANGING);
            var beside = p99OfHealthy(client);
            assertThat(ofHanging).as("all hang still").isEmpty();
            assertThat(names.lookups)
                    .hasSize(HEALTHY)
                    .allSatisfy((name, lookups) -> assertThat(lookups)
                            .as("lookups of %s, which go on", name)
                            .hasValueGreaterThan(ROUNDS));
            // what this must catch is a request that waits for a name, which never ends here
            assertThat(beside).isLessThan(5 * alone + Duration.ofMillis(200).toNanos());
        }
    }

    /** On a machine without other tests: at most a fifth longer, by the median of alternating pairs. */
    @Test
    @Tag("long")
    void aHundredNamesThatHangCostTenHealthyOnesAtMostAFifthOfTheirTime() throws Exception {
        try (var quiet = client(LONG);
                var disturbed = client(LONG)) {
            postToHanging(disturbed, HANGING);
            await().until(() -> names.hanging.get() == HANGING);
            p99OfHealthy(quiet);
            p99OfHealthy(disturbed);
            var alone = new ArrayList<Long>();
            var beside = new ArrayList<Long>();
            for (int pair = 0; pair < PAIRS; pair++) {
                alone.add(p99OfHealthy(quiet));
                beside.add(p99OfHealthy(disturbed));
            }
            Collections.sort(alone);
            Collections.sort(beside);
            assertThat(ofHanging).as("all hang still").isEmpty();
            assertThat((double) beside.get(PAIRS / 2) / alone.get(PAIRS / 2)).isLessThanOrEqualTo(1.2);
        }
    }

    /** The pool's own bound: more names than threads, and all of them hang. */
    @Test
    void aRequestWhoseNameWaitsForAThreadIsNotSentAndItsEndpointIsNotBlamed() throws Exception {
        try (var client = client(SHORT)) {
            postToHanging(client, 1_000);
            await().until(() -> ofHanging.size() == 1_000);
            assertThat(ofHanging.stream().filter(NotSent.class::isInstance).count())
                    .as("names that no thread was free for")
                    .isEqualTo(1_000 - names.hanging.get());
            assertThat(names.hanging.get()).isPositive();
            assertThat(outcomeAt(client, healthy(1))).isEqualTo(new NotSent());
        }
    }

    private WebhookClient client(Duration connect) {
        return WebhookClient.open(
                SmallRequests.credentials(),
                EVERY_URL,
                new AddressResolver(LOOPBACK, names, nanos::get),
                null,
                DefaultClientTlsStrategy.createDefault(),
                new Connections.ConnectionLimits(connect, LONG, LONG, 100));
    }

    private void postToHanging(WebhookClient client, int count) {
        for (int i = 0; i < count; i++) {
            var _ = client.post(SmallRequests.to("http://hangs-" + i + ".example/hook"), () -> true, ofHanging::add);
        }
    }

    /** Of requests to names that are due to be looked up again each time. */
    private long p99OfHealthy(WebhookClient client) throws InterruptedException {
        var took = new ArrayList<Long>();
        for (int round = 0; round < ROUNDS; round++) {
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            for (int name = 0; name < HEALTHY; name++) {
                long begun = System.nanoTime();
                assertThat(outcomeAt(client, healthy(name))).isEqualTo(new Responded(200, null));
                took.add(System.nanoTime() - begun);
            }
        }
        Collections.sort(took);
        return took.get(took.size() * 99 / 100);
    }

    private String healthy(int number) {
        return "http://healthy-" + number + ".example:" + webhook.uri("/").getPort() + "/hook";
    }

    /** One address for all names; those that hang get it in the end. */
    private final class Names implements DnsResolver {
        private final Map<String, AtomicInteger> lookups = new ConcurrentHashMap<>();
        private final AtomicInteger hanging = new AtomicInteger();

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            if (host.startsWith("hangs")) {
                hanging.incrementAndGet();
                try {
                    resolved.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new UnknownHostException(host);
                }
            } else {
                lookups.computeIfAbsent(host, _ -> new AtomicInteger()).incrementAndGet();
            }
            return new InetAddress[] {InetAddress.ofLiteral("127.0.0.1")};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
