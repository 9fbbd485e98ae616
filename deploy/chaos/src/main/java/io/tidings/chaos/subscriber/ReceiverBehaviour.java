package io.tidings.chaos.subscriber;

/** What a receiver does about an event of a queue: always the same when it receives it as often. */
enum ReceiverBehaviour {
    ACKNOWLEDGE,
    RELEASE,
    /** Gives it back, to be received later. */
    RELEASE_LATER,
    REJECT,
    /** Renews the lock, and acknowledges when it would have ended without that. */
    HOLD,
    /** Forgets it. */
    LAPSE;

    private static final int TIMES = 10;

    /**
     * The behaviour by the number of the event.
     *
     * @param turn number of the event among those of the subscription
     * @param count how often it was received
     * @param ordered whether an event holds up those behind it, so that only a few of the first may take long
     */
    static ReceiverBehaviour of(long turn, int count, boolean ordered) {
        long round = turn / (2 * ChaosEvents.SUBJECTS);
        boolean again = count > 1;
        boolean slow = turn % 2 == 1 && (!ordered || round < TIMES);
        return switch ((int) (round % TIMES)) {
            case 1 -> again ? ACKNOWLEDGE : RELEASE;
            case 3 -> RELEASE; // until it is given up
            case 4 -> REJECT;
            case 6 -> slow && !again ? RELEASE_LATER : ACKNOWLEDGE;
            case 7 -> slow && !again ? LAPSE : ACKNOWLEDGE;
            case 8 -> slow ? HOLD : ACKNOWLEDGE;
            default -> ACKNOWLEDGE;
        };
    }
}
