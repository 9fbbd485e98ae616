package io.tidings.ingest.owner;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.resource.TableChange;
import io.tidings.ingest.handshake.Finding;
import java.util.function.Consumer;

/** What is counted of the records of topics and subscriptions, and of handshakes. Thread-safe. */
public final class OwnerMetrics implements Consumer<TableChange> {
    private final Counter agreed;
    private final Counter undecided;
    private final Counter refused;
    private final Counter unanswered;
    private final Counter ignored;
    private final Counter restored;

    public OwnerMetrics(MeterRegistry registry) {
        agreed = handshakes(registry, "Agreed");
        undecided = handshakes(registry, "Undecided");
        refused = handshakes(registry, "Refused");
        unanswered = handshakes(registry, "Unanswered");
        ignored = Counter.builder("tidings.resources.ignored")
                .description("Records of the topics and subscriptions tables that changed nothing")
                .register(registry);
        restored = Counter.builder("tidings.resources.restored")
                .description("Topics and subscriptions written again because their newest record was invalid")
                .register(registry);
    }

    private static Counter handshakes(MeterRegistry registry, String result) {
        return Counter.builder("tidings.handshakes")
                .description("Requests that asked an endpoint for its consent")
                .tag("result", result)
                .register(registry);
    }

    @Override
    public void accept(TableChange change) {
        if (change instanceof TableChange.Ignored) {
            ignored.increment();
        }
    }

    void asked(Finding finding) {
        var counter = switch (finding) {
            case Finding.Agreed _ -> agreed;
            case Finding.Undecided _ -> undecided;
            case Finding.Refused _ -> refused;
            case Finding.Unanswered _ -> unanswered;
        };
        counter.increment();
    }

    void restored() {
        restored.increment();
    }
}
