package io.tidings.testbed.client;

/** A use of Tidings by a client. Each is a column of {@code docs/clients.md}, in this order. */
public enum ClientUse {
    PUBLISH("publish with a key or a signature"),
    PUBLISH_WITH_TOKEN("publish with a token"),
    PUBLISH_TO_DOMAIN("publish to a domain"),
    PUBLISH_TO_KAFKA("publish to Kafka"),
    READ("read what is delivered"),
    PULL("pull"),
    VERIFY("verify its signature"),
    MANAGE("manage"),
    MANAGE_DOMAINS("manage domains"),
    SUBSCRIBE_AS_AGENT("subscribe as an agent");

    private final String words;

    ClientUse(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
