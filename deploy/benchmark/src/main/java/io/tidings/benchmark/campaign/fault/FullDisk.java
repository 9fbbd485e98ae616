package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.town.Town;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The disk of a broker is full, which ends the broker, and freed again. */
public record FullDisk(int broker, Duration lasting) implements Fault {
    @Override
    public String what() {
        return "disk of broker %d full for %d s".formatted(broker, lasting.toSeconds());
    }

    @Override
    public Optional<String> impossible(Town town) {
        return town.brokers().volume(broker).isPresent()
                ? Optional.empty()
                : Optional.of("no small volume can be mounted here; it takes Linux and root");
    }

    @Override
    public Set<String> victims() {
        return Set.of("brokers");
    }

    @Override
    public void strike(Town town) {
        var volume = town.brokers().volume(broker).orElseThrow();
        volume.fill();
        Waiting.sleep(lasting);
        volume.free();
        town.brokers().kill(broker);
        town.brokers().start(broker);
        town.awaitReady();
    }
}
