package io.tidings.chaos.subscriber;

import io.tidings.chaos.subscriber.DeliveryOptions.Address;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * All subscriptions: twenty stay, of which every event matches two; others come and go.
 *
 * <p>Topics of even types have CloudEvents. Topics of odd types have Event Grid events, which half of their
 * subscriptions get as
 * CloudEvents.
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
            EndpointBehaviour.LONG_OUTAGE,
            EndpointBehaviour.LONG_OUTAGE,
            EndpointBehaviour.BUSY,
            EndpointBehaviour.SLOW,
            EndpointBehaviour.OUTAGE,
            EndpointBehaviour.OUTAGE);

    /** The subscription with more attempts than the others. */
    private static final int CLIMBING = 2;

    private static final int DROPPING = 3;
    private static final int FIRST_WITHOUT_FAILURES = 8;
    /** A subscription with a retry schedule of its own. */
    private static final int SCHEDULED = 6;

    /** A subscription that fails, and one that does not. */
    private static final int SPREAD = 7;

    private static final int SPREAD_WITHOUT_FAILURES = 18;
    private static final int LANES = 3;

    /** A subscription with order that fails, and one with lanes that does not. */
    private static final int ORDERED = 5;

    private static final int ORDERED_WITHOUT_FAILURES = 17;

    private static final List<Duration> SCHEDULE = List.of(Duration.ofSeconds(15), Duration.ofSeconds(45));

    /** Subscriptions with wishes, a fifth of all. The two with limits accept everything; the second one is slow then. */
    private static final int COPIED = 2;

    private static final int RATED = 8;
    private static final int HELD = 11;
    private static final int GONE = 13;
    private static final int BOUNDED = 15;

    /**
     * The queues, another fifth: one has a topic that converts its events, one has an order, and events of one may be
     * received twice only.
     */
    private static final List<Integer> QUEUES = List.of(10, 12, 14, 19);

    private static final int ORDERED_QUEUE = 12;
    private static final int IMPATIENT_QUEUE = 14;
    private static final int MOST_RECEIVED = 10;

    private static final int LATE = 10;

    private static final int SIZE = 2 * ChaosEvents.TYPES;
    private static final int PASSING = 5;
    private static final int BATCH = 10;

    private final List<Subscriber> staying = new ArrayList<>();
    private final List<Subscriber> passing = new ArrayList<>();
    private final List<Subscriber> late = new ArrayList<>();
    private final List<Subscriber> begun = new CopyOnWriteArrayList<>();
    private final int limit;
    private final boolean queueing;

    /** Without wishes and queues. */
    public Subscribers(EndpointProfile profile, int maxAttempts, int mostAttempts) {
        this(profile, maxAttempts, mostAttempts, 0, false);
    }

    /**
     * The subscriptions of a profile.
     *
     * @param maxAttempts of all but one
     * @param mostAttempts of that one
     * @param limit requests a second of a subscription with limits; 0 if none has wishes
     * @param queueing whether some are queues
     */
    public Subscribers(EndpointProfile profile, int maxAttempts, int mostAttempts, int limit, boolean queueing) {
        this.limit = limit;
        this.queueing = queueing;
        var behaviours = profile == EndpointProfile.USUAL ? USUAL : PROBATION;
        for (int i = 0; i < SIZE; i++) {
            // Failures are spread over all types; every type has a subscription without failures.
            staying.add(
                    isQueue(i)
                            ? queue(i)
                            : new Subscriber(
                                    "steady-" + i,
                                    i < FIRST_WITHOUT_FAILURES ? behaviours.get(i) : reliable(i),
                                    i % ChaosEvents.TYPES,
                                    null,
                                    i == DROPPING ? null : container(i),
                                    delivery(i),
                                    extras(i).wishing(wishes(i)),
                                    i == CLIMBING ? mostAttempts : maxAttempts));
        }
        for (int i = 0; i < PASSING; i++) {
            // A tenth of all events: half of these fail twice, as often as all other failures together.
            passing.add(new Subscriber(
                    "passing-" + i,
                    profile == EndpointProfile.USUAL ? EndpointBehaviour.FLAKY : EndpointBehaviour.OK,
                    i,
                    ChaosEvents.subject(i),
                    container(i),
                    new DeliveryOptions(ChaosEvents.schema(i), 1, Address.LITERAL),
                    DeliveryExtras.NONE,
                    maxAttempts));
        }
        for (int i = 0; i < LATE; i++) {
            // They subscribe to the topic that does not deduplicate, because a start also brings the repeats of the
            // past.
            late.add(new Subscriber(
                    "late-" + i,
                    EndpointBehaviour.OK,
                    2 * i % ChaosEvents.TYPES,
                    ChaosEvents.subject(i),
                    container(i),
                    new DeliveryOptions(ChaosSchema.CLOUD_EVENTS, 1, Address.LITERAL),
                    DeliveryExtras.NONE.wishing(Wishes.PAST),
                    maxAttempts));
        }
    }

    private boolean isQueue(int number) {
        return queueing && QUEUES.contains(number);
    }

    private static Subscriber queue(int number) {
        return new Subscriber(
                "steady-" + number,
                EndpointBehaviour.OK,
                number % ChaosEvents.TYPES,
                null,
                container(number),
                new DeliveryOptions(ChaosSchema.CLOUD_EVENTS, 1, Address.QUEUE),
                number == ORDERED_QUEUE ? DeliveryExtras.ordered(1) : DeliveryExtras.NONE,
                number == IMPATIENT_QUEUE ? 2 : MOST_RECEIVED);
    }

    /** The queues, if there are any. */
    public List<Subscriber> queues() {
        return staying.stream().filter(each -> each.delivery().queue()).toList();
    }

    private EndpointBehaviour reliable(int number) {
        return wishing() && number == BOUNDED ? EndpointBehaviour.SLOW : EndpointBehaviour.OK;
    }

    private Wishes wishes(int number) {
        return !wishing()
                ? Wishes.NONE
                : switch (number) {
                    case COPIED -> Wishes.COPY;
                    case RATED -> Wishes.atMostASecond(limit);
                    case HELD -> Wishes.HOLD;
                    case GONE -> Wishes.PAUSE_IF_GONE;
                    // Enough for as many a second, though one of a hundred responds after 5 s.
                    case BOUNDED -> Wishes.atMostAtOnce(2 + limit / 4);
                    default -> Wishes.NONE;
                };
    }

    /** The fault {@code wishes} gives some subscriptions members that Event Grid does not know. */
    public boolean wishing() {
        return limit > 0;
    }

    /** The subscription whose time to live stands still while it is paused. */
    public Subscriber held() {
        return staying.get(HELD);
    }

    /** The subscription that a 410 pauses. */
    public Subscriber gone() {
        return staying.get(GONE);
    }

    /** Takes the next of the subscriptions that start in the past; empty if all are taken. */
    public synchronized Optional<Subscriber> begin() {
        var next = begun.size() < late.size() ? Optional.of(late.get(begun.size())) : Optional.<Subscriber>empty();
        next.ifPresent(begun::add);
        return next;
    }

    /**
     * Five subscriptions get batches, five are addressed by name and four by HTTPS; half of the odd types get
     * CloudEvents.
     */
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

    /**
     * Three subscriptions are signed, one of them with batches; two show a token; one has a schedule of its own, and
     * two have lanes, and two more have an order, one of them lanes too. Three of the four over HTTPS show a client certificate, two of them the same; one of these two
     * fails, too.
     */
    private static DeliveryExtras extras(int number) {
        return switch (number) {
            case 0, 9, 16 -> DeliveryExtras.SIGNED;
            case 1 -> DeliveryExtras.AUTHENTICATED.as(DeliveryExtras.PARTNER);
            case 14 -> DeliveryExtras.AUTHENTICATED;
            case 12 -> DeliveryExtras.NONE.as(DeliveryExtras.PARTNER);
            case 19 -> DeliveryExtras.NONE.as(DeliveryExtras.AUDITOR);
            case SPREAD, SPREAD_WITHOUT_FAILURES -> DeliveryExtras.spread(LANES);
            case ORDERED, ORDERED_WITHOUT_FAILURES -> DeliveryExtras.ordered(number == ORDERED ? 1 : LANES);
            case SCHEDULED -> DeliveryExtras.retried(SCHEDULE);
            default -> DeliveryExtras.NONE;
        };
    }

    private static String container(int number) {
        return number % 2 == 0 ? "dead-even" : "dead-odd";
    }

    public List<Subscriber> staying() {
        return List.copyOf(staying);
    }

    /** The subscriptions that come and go. */
    public List<Subscriber> passing() {
        return List.copyOf(passing);
    }

    public List<Subscriber> all() {
        var all = new ArrayList<>(staying);
        all.addAll(passing);
        all.addAll(begun);
        return all;
    }

    /** Also of those that have not begun. */
    public Optional<Subscriber> named(String name) {
        return Stream.of(staying, passing, late)
                .flatMap(List::stream)
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    /** The subscriptions that an event is owed to. */
    public List<Subscriber> matching(long number) {
        int type = ChaosEvents.type(number);
        return List.of(staying.get(type), staying.get(type + ChaosEvents.TYPES));
    }

    /** The subscriptions that an event is owed to if they exist. */
    public List<Subscriber> passingMatching(long number) {
        return passing.stream().filter(each -> each.matches(number)).toList();
    }

    /** The subscriptions that an event is owed to if they begin, however late. */
    List<Subscriber> lateMatching(long number) {
        return wishing() ? late.stream().filter(each -> each.matches(number)).toList() : List.of();
    }
}
