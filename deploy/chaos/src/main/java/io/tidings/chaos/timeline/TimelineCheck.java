package io.tidings.chaos.timeline;

import io.tidings.chaos.check.Judgement;
import io.tidings.chaos.check.PromiseViolation;
import io.tidings.chaos.subscriber.ChaosEvents;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Asks the API how deliveries ended.
 *
 * @param patience until the timeline must have caught up with a worker or a topology that was killed last
 */
public record TimelineCheck(ManagementClient api, Duration patience) {
    private static final Duration LOOK = Duration.ofSeconds(2);

    public Judgement judge(Collection<RecordedEnds> sample) {
        long end = System.nanoTime() + patience.toNanos();
        var left = sample.stream()
                .collect(Collectors.groupingBy(RecordedEnds::event, LinkedHashMap::new, Collectors.toList()));
        var violations = violations(left);
        while (!violations.isEmpty() && System.nanoTime() - end < 0) {
            FixedPause.sleep(LOOK);
            left.keySet()
                    .retainAll(violations.stream().map(PromiseViolation::event).collect(Collectors.toSet()));
            violations = violations(left);
        }
        return Judgement.ofApi(sample.size(), violations);
    }

    private List<PromiseViolation> violations(Map<String, List<RecordedEnds>> events) {
        return events.entrySet().parallelStream()
                .flatMap(event -> {
                    var response = ask(event.getKey());
                    return event.getValue().stream().flatMap(ends -> ends.judge(response).stream());
                })
                .toList();
    }

    private TimelineResponse ask(String event) {
        var topic = ChaosEvents.topic(ChaosEvents.type(ChaosEvents.number(event)));
        return TimelineResponse.of(api.manage("GET", "/topics/%s/events/%s".formatted(topic, event), ""));
    }
}
