package io.tidings.ingest.reconcile;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import io.tidings.ingest.validation.ValidationResult;
import io.tidings.runtime.metric.Metric;
import java.util.function.Consumer;

/** The metrics of resource records, handshakes and pauses. Thread-safe. */
public final class ReconcileMetrics implements Consumer<TableChange> {
    private final Counter agreed;
    private final Counter undecided;
    private final Counter refused;
    private final Counter unanswered;
    private final Counter ignored;
    private final Counter restored;
    private final Counter pausedForGone;

    public ReconcileMetrics(MeterRegistry registry) {
        agreed = handshakes(registry, "Agreed");
        undecided = handshakes(registry, "Undecided");
        refused = handshakes(registry, "Refused");
        unanswered = handshakes(registry, "Unanswered");
        ignored = Metric.RESOURCES_IGNORED.counter(registry);
        restored = Metric.RESOURCES_RESTORED.counter(registry);
        pausedForGone = Metric.GONE_PAUSES.counter(registry);
    }

    public void count(ResourceTable table, MeterRegistry registry) {
        Metric.TOPICS.gauge(registry, table, each -> each.topics().size());
    }

    private static Counter handshakes(MeterRegistry registry, String result) {
        return Metric.HANDSHAKES.counter(registry, "result", result);
    }

    @Override
    public void accept(TableChange change) {
        if (change instanceof TableChange.Ignored) {
            ignored.increment();
        }
    }

    void asked(ValidationResult result) {
        var counter = switch (result) {
            case ValidationResult.Agreed _ -> agreed;
            case ValidationResult.Undecided _ -> undecided;
            case ValidationResult.Rejected _ -> refused;
            case ValidationResult.NoResponse _ -> unanswered;
        };
        counter.increment();
    }

    void restored() {
        restored.increment();
    }

    void pausedForGone() {
        pausedForGone.increment();
    }
}
