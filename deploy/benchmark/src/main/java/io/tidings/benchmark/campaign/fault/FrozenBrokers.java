package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.town.Town;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** SIGSTOP of brokers, and SIGCONT: connections stay open, and nobody answers. */
public record FrozenBrokers(List<Integer> brokers, Duration lasting) implements Fault {
    public FrozenBrokers {
        brokers = List.copyOf(brokers);
    }

    @Override
    public String what() {
        return "%s %s frozen for %d s"
                .formatted(
                        brokers.size() == 1 ? "broker" : "brokers",
                        String.join(", ", brokers.stream().map(String::valueOf).toList()),
                        lasting.toSeconds());
    }

    @Override
    public Set<String> victims() {
        return Set.of("brokers");
    }

    @Override
    public void strike(Town town) {
        brokers.forEach(town.brokers()::freeze);
        Waiting.sleep(lasting);
        brokers.forEach(town.brokers()::thaw);
        town.awaitReady();
    }
}
