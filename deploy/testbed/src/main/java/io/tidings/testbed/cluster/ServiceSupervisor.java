package io.tidings.testbed.cluster;

import io.tidings.testbed.load.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Starts services again that ended by themselves, as an orchestrator does: later each time if they keep ending. */
public final class ServiceSupervisor implements AutoCloseable {
    private static final double LOOKS_A_SECOND = 2;
    private static final Duration BETWEEN = Duration.ofMillis(500);

    private final Collection<ServiceProcess> services;
    private final EventTimeline timeline;
    private final Map<String, RestartBackoff> backoffs = new HashMap<>();
    private final Pace pace;

    public ServiceSupervisor(Collection<ServiceProcess> services, EventTimeline timeline) {
        this.services = services;
        this.timeline = timeline;
        this.pace = Pace.start("supervisor", LOOKS_A_SECOND, this::look);
    }

    private void look() {
        services.forEach(each -> look(each, backoffs.computeIfAbsent(each.name(), _ -> new RestartBackoff())));
    }

    private void look(ServiceProcess process, RestartBackoff backoff) {
        var now = Instant.now();
        if (process.ended()) {
            if (backoff.waits(now)) {
                return;
            }
            process.revive();
        }
        backoff.begin(now).ifPresent(since -> timeline.add(Disturbance.end(process.name(), since.minus(BETWEEN), now)));
    }

    @Override
    public void close() {
        pace.close();
    }
}
