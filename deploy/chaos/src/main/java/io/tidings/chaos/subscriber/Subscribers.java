package io.tidings.chaos.subscriber;

import io.tidings.chaos.subscriber.DeliveryOptions.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All subscriptions: twenty that stay, of which every event matches two, and others that come and go.
 *
 * <p>Topics of even types take CloudEvents and deliver them as such. Those of odd types take Event Grid events; half of
 * their subscriptions get them as CloudEvents.
 */
public final class Subscribers {
    private static final List<EndpointBehaviour> USUAL = List.of(
            EndpointBehaviour.FLAKY,
            EndpointBehaviour.REFUSING,
            EndpointBehaviour.FAILING,
            EndpointBehaviour.FAILING,
            EndpointBehaviour.BUSY,
            EndpointBehaviour.SLOW,
            EndpointBehaviour.FLAKY,
            EndpointBehaviour.FLAKY);
    private static final List<EndpointBehaviour> PROBATION = List.of(
            EndpointBehaviour.OUTAGE,
            EndpointBehaviour.OUTAGE,
            EndpointBehaviour.OUTAGE,
            EndpointBehaviour.OUTAGE,
            EndpointBehaviour.BUSY,
            EndpointBehaviour.SLOW,
            EndpointBehaviour.OUTAGE,
            EndpointBehaviour.OUTAGE);

    /** The one whose events climb higher than others. */
    private static final int CLIMBING = 2;

    private static final int DROPPING = 3;
    private static final int FIRST_WITHOUT_FAILURES = 8;
    private static final int SIZE = 2 * ChaosEvents.TYPES;
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
    public Subscribers(EndpointProfile profile, int maxAttempts, int mostAttempts) {
        var behaviours = profile == EndpointProfile.USUAL ? USUAL : PROBATION;
        for (int i = 0; i < SIZE; i++) {
            // Those that fail are spread over all types; every type has one that takes all.
            staying.add(new Subscriber(
                    "steady-" + i,
                    i < FIRST_WITHOUT_FAILURES ? behaviours.get(i) : EndpointBehaviour.OK,
                    i % ChaosEvents.TYPES,
                    null,
                    i == DROPPING ? null : container(i),
                    delivery(i),
                    i == CLIMBING ? mostAttempts : maxAttempts));
        }
        for (int i = 0; i < PASSING; i++) {
            // A tenth: half of it fails twice, which is as much work again as all that the others fail with.
            passing.add(new Subscriber(
                    "passing-" + i,
                    profile == EndpointProfile.USUAL ? EndpointBehaviour.FLAKY : EndpointBehaviour.OK,
                    i,
                    ChaosEvents.subject(i),
                    container(i),
                    new DeliveryOptions(ChaosEvents.schema(i), 1, Address.LITERAL),
                    maxAttempts));
        }
    }

    /** Three of ten take batches, four are named, four more speak HTTPS; of the odd ones half get CloudEvents. */
    private static DeliveryOptions delivery(int number) {
        boolean converted = number >= ChaosEvents.TYPES;
        var schema = converted ? ChaosSchema.CLOUD_EVENTS : ChaosEvents.schema(number % ChaosEvents.TYPES);
        int most = number % ChaosEvents.TYPES == 6 || number == 7 || number == 13 || number == 12 ? BATCH : 1;
        return new DeliveryOptions(
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
    public List<Subscriber> matching(long number) {
        int type = ChaosEvents.type(number);
        return List.of(staying.get(type), staying.get(type + ChaosEvents.TYPES));
    }

    /** Who has to get the event if it is there. */
    public List<Subscriber> passingMatching(long number) {
        return passing.stream().filter(each -> each.matches(number)).toList();
    }
}
