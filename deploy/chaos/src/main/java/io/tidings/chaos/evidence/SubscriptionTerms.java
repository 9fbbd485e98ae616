package io.tidings.chaos.evidence;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * What a subscription asked for.
 *
 * @param matches whether its filter matches the event with that id
 * @param timeToLive of each event, scaled
 * @param deadLetters whether it has a destination for dead letters
 * @param passing whether it comes and goes
 */
public record SubscriptionTerms(
        Predicate<String> matches, int maxAttempts, Duration timeToLive, boolean deadLetters, boolean passing) {}
