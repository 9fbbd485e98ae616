package io.tidings.runtime.tracing;

/** The attributes of spans. Their values are never a key, a header or the path of an endpoint, which may hold one. */
public enum Attribute {
    TOPIC("tidings.topic"),
    SUBSCRIPTION("tidings.subscription"),
    EVENT_ID("tidings.event.id"),
    EVENT_TYPE("tidings.event.type"),
    SOURCE("tidings.source"),
    MATCHED("tidings.matched"),
    ATTEMPT("tidings.attempt"),
    BATCH("tidings.batch.size"),
    OUTCOME("tidings.outcome"),
    STATUS("http.response.status_code"),
    HOST("server.address"),
    VERDICT("tidings.verdict"),
    REASON("tidings.reason"),
    BLOB("tidings.blob");

    private final String key;

    Attribute(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
