package io.tidings.benchmark.campaign.publish;

import io.tidings.benchmark.campaign.endpoint.Conduct;
import io.tidings.benchmark.campaign.publish.Delivery.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All subscriptions: twenty that stay, of which every event matches two, and others that come and go.
 *
 * <p>Topics of even types take CloudEvents and deliver them as such. Those of odd types take Event Grid events; half of
 * their subscriptions get them as CloudEvents.
 */
public final class Roster {
    private static final List<Conduct> USUAL = List.of(
            Conduct.FLAKY,
            Conduct.REFUSING,
            Conduct.FAILING,
            Conduct.FAILING,
            Conduct.BUSY,
            Conduct.SLOW,
            Conduct.FLAKY,
            Conduct.FLAKY);
    private static final List<Conduct> PROBATION = List.of(
            Conduct.OUTAGE,
            Conduct.OUTAGE,
            Conduct.OUTAGE,
            Conduct.OUTAGE,
            Conduct.BUSY,
            Conduct.SLOW,
            Conduct.OUTAGE,
            Conduct.OUTAGE);

    /** The one whose events climb higher than others. */
    private static final int CLIMBING = 2;

    private static final int DROPPING = 3;
    private static final int FIRST_WITHOUT_FAILURES = 8;
    private static final int SIZE = 2 * Events.TYPES;
    private static final int PASSING = 5;
    private static final int BATCH = 10;

    private final List<Subscriber> staying = new ArrayList<>();
    private final List<Subscriber> passing = new ArrayList<>();

    /**
     * The subscriptions of a profile.
     *
     * @param maxAttempts of all but one
     * @param mostAttempts of that one
     */
    public Roster(Profile profile, int maxAttempts, int mostAttempts) {
        var conducts = profile == Profile.USUAL ? USUAL : PROBATION;
        for (int i = 0; i < SIZE; i++) {
            // Those that fail are spread over all types; every type has one that takes all.
            staying.add(new Subscriber(
                    "steady-" + i,
                    i < FIRST_WITHOUT_FAILURES ? conducts.get(i) : Conduct.OK,
                    i % Events.TYPES,
                    null,
                    i == DROPPING ? null : container(i),
                    delivery(i),
                    i == CLIMBING ? mostAttempts : maxAttempts));
        }
        for (int i = 0; i < PASSING; i++) {
            // A tenth: half of it fails twice, which is as much work again as all that the others fail with.
            passing.add(new Subscriber(
                    "passing-" + i,
                    profile == Profile.USUAL ? Conduct.FLAKY : Conduct.OK,
                    i,
                    Events.subject(i),
                    container(i),
                    new Delivery(Events.schema(i), 1, Address.LITERAL),
                    maxAttempts));
        }
    }

    /** Three of ten take batches, four are named, four more speak HTTPS; of the odd ones half get CloudEvents. */
    private static Delivery delivery(int number) {
        boolean converted = number >= Events.TYPES;
        var schema = converted ? Schema.CLOUD_EVENTS : Events.schema(number % Events.TYPES);
        int most = number % Events.TYPES == 6 || number == 7 || number == 13 || number == 12 ? BATCH : 1;
        return new Delivery(
                schema,
                most,
                switch (number) {
                    case 0, 3, 7, 10, 15 -> Address.NAMED;
                    case 1, 8, 12, 19 -> Address.SECURE;
                    default -> Address.LITERAL;
                });
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

    public Optional<Subscriber> named(String name) {
        return all().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** Who has to get the event. */
    List<Subscriber> matching(long number) {
        int type = Events.type(number);
        return List.of(staying.get(type), staying.get(type + Events.TYPES));
    }

    /** Who has to get the event if it is there. */
    List<Subscriber> passingMatching(long number) {
        return passing.stream().filter(each -> each.matches(number)).toList();
    }
}
