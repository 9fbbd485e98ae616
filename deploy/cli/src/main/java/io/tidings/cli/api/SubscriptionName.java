package io.tidings.cli.api;

import io.tidings.cli.terminal.CommandFailure;

/** A subscription as people name it: {@code topic/subscription}, also {@code domain/topic/subscription}. */
public record SubscriptionName(String topic, String name) {
    /**
     * @param text such as {@code orders/billing}
     * @throws CommandFailure if it names no subscription
     */
    public static SubscriptionName of(String text) {
        if (!text.matches("[^/]+(/[^/]+){1,2}")) {
            throw CommandFailure.usage("a subscription is named TOPIC/NAME, such as orders/billing, and not " + text);
        }
        int last = text.lastIndexOf('/');
        return new SubscriptionName(text.substring(0, last), text.substring(last + 1));
    }

    public String path() {
        return Paths.topic(topic) + "/eventSubscriptions/" + Paths.segment(name);
    }

    /** @param action such as {@code retryNow} */
    public String path(String action) {
        return path() + "/" + action;
    }

    @Override
    public String toString() {
        return topic + "/" + name;
    }
}
