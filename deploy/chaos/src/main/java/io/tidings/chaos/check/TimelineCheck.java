package io.tidings.chaos.check;

import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.ManagementClient.Response;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Asks the API how deliveries ended.
 *
 * @param topic of the event with that id
 */
public record TimelineCheck(ManagementClient api, UnaryOperator<String> topic) {
    private static final Duration LOOK = Duration.ofSeconds(2);

    public Judgement judge(Collection<RecordedEnds> sample) {
        long end = System.nanoTime() + CheckLimits.TIMELINE_PATIENCE.toNanos();
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

    private Response ask(String event) {
        return api.manage("GET", "/topics/%s/events/%s".formatted(topic.apply(event), event), "");
    }
}
