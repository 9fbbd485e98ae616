package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.benchmark.campaign.town.Instance;
import io.tidings.benchmark.campaign.town.Town;
import java.time.Duration;
import java.util.Set;

/**
 * kill -9 of a service.
 *
 * @param after how long after that moment began
 */
public record Kill(String victim, Moment moment, Duration after) implements Fault {
    /** What it is doing then. */
    public enum Moment {
        AT_WORK,
        STARTING,
        REBALANCING,
        DRAINING
    }

    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "kill -9 of %s, %s".formatted(victim, moment);
    }

    @Override
    public Set<String> victims() {
        return Set.of(Fault.kind(victim));
    }

    @Override
    public void strike(Town town) {
        var instance = town.instance(victim);
        switch (moment) {
            case AT_WORK -> instance.kill();
            case STARTING -> {
                instance.kill();
                instance.start();
                Waiting.sleep(after);
                instance.kill();
            }
            case REBALANCING -> whileOthersMove(town, instance);
            case DRAINING -> instance.killWhileItDrains(after);
        }
        instance.start();
        town.awaitReady();
    }

    /** Partitions move when a worker goes; it comes back when the victim has been killed. */
    private void whileOthersMove(Town town, Instance instance) {
        var other = town.workers().stream()
                .filter(each -> each.running() && !each.equals(instance))
                .findFirst();
        other.ifPresent(Instance::stop);
        Waiting.sleep(after);
        instance.kill();
        other.ifPresent(Instance::start);
    }
}
