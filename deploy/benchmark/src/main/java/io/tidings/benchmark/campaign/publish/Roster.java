package io.tidings.benchmark.campaign.publish;

import io.tidings.benchmark.campaign.endpoint.Conduct;
import java.util.ArrayList;
import java.util.List;

/** All subscriptions: twenty that stay, of which every event matches two, and others that come and go. */
public final class Roster {
    public static final String TOPIC = "campaign";

    private static final List<Conduct> CONDUCTS =
            List.of(Conduct.FLAKY, Conduct.REFUSING, Conduct.FAILING, Conduct.FAILING, Conduct.BUSY, Conduct.SLOW);
    private static final int DROPPING = 3;
    private static final int SIZE = 2 * Events.TYPES;
    private static final int PASSING = 5;

    private final List<Subscriber> staying = new ArrayList<>();
    private final List<Subscriber> passing = new ArrayList<>();

    public Roster() {
        for (int i = 0; i < SIZE; i++) {
            // Those that fail are spread over all types; every type has one that takes all.
            int type = i % Events.TYPES;
            staying.add(new Subscriber(
                    "steady-" + i,
                    i < CONDUCTS.size() ? CONDUCTS.get(i) : Conduct.OK,
                    type,
                    null,
                    i == DROPPING ? null : container(i)));
        }
        for (int i = 0; i < PASSING; i++) {
            // A tenth: half of it fails twice, which is as much work again as all that the others fail with.
            passing.add(new Subscriber("passing-" + i, Conduct.FLAKY, i, Events.subject(i), container(i)));
        }
    }

    private static String container(int number) {
        return number % 2 == 0 ? "dead-even" : "dead-odd";
    }

    public List<Subscriber> staying() {
        return List.copyOf(staying);
    }

    /** What is owed to these depends on when they were there; every delivery that began must still end. */
    public List<Subscriber> passing() {
        return List.copyOf(passing);
    }

    public List<Subscriber> all() {
        var all = new ArrayList<>(staying);
        all.addAll(passing);
        return all;
    }

    /** Who has to get the event. */
    List<Subscriber> matching(long number) {
        int type = Events.type(number);
        return List.of(staying.get(type), staying.get(type + Events.TYPES));
    }
}
