package io.tidings.benchmark.traffic;

import io.tidings.contract.SubscriptionKey;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.load.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Open pages of the console: each asks for everything that a page keeps up to date, until it is closed. */
public final class OpenPages implements AutoCloseable {
    private static final double PER_SECOND = 0.5;

    /** One of so many times a page asks for its curves, too. */
    private static final int CURVES = 5;

    private final ManagementClient api;
    private final String subscription;
    private final List<Pace> pages = new ArrayList<>();
    private final AtomicInteger failed = new AtomicInteger();

    private OpenPages(ManagementClient api, SubscriptionKey key) {
        this.api = api;
        this.subscription = "/topics/%s/eventSubscriptions/%s".formatted(key.topic(), key.name());
    }

    /**
     * Opens pages whose first requests succeed.
     *
     * @param key of the subscription that they show
     * @throws IllegalStateException when ingest does not respond to one of them
     */
    public static OpenPages open(int pages, ManagementClient api, SubscriptionKey key) {
        var open = new OpenPages(api, key);
        open.questions(true).forEach(open::require);
        for (int i = 0; i < pages; i++) {
            var times = new AtomicInteger();
            open.pages.add(Pace.start("page-" + i, PER_SECOND, () -> open.ask(times.getAndIncrement() % CURVES == 0)));
        }
        return open;
    }

    private List<String> questions(boolean curves) {
        var questions = new ArrayList<>(List.of("/overview", subscription, subscription + "/pending"));
        if (curves) {
            questions.add("/stats");
            questions.add(subscription + "/stats?period=hour");
        }
        return questions;
    }

    private void require(String path) {
        var response = api.manage("GET", path, "");
        if (!response.successful()) {
            throw new IllegalStateException(
                    "the console cannot show %s: %d %s".formatted(path, response.statusCode(), response.body()));
        }
    }

    private void ask(boolean curves) {
        for (var path : questions(curves)) {
            if (!api.manage("GET", path, "").successful()) {
                failed.incrementAndGet();
            }
        }
    }

    /** Requests that did not succeed. */
    public int failed() {
        return failed.get();
    }

    @Override
    public void close() {
        pages.forEach(Pace::close);
    }
}
