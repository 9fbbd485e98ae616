package io.tidings.ingest.http;

/** What a request carried, once it was read. */
public sealed interface Body {
    /** All of it, without the encoding it was sent in; the bytes are not to be changed. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Whole(byte[] bytes) implements Body {}

    /** More than a request may carry; nothing of it was kept. */
    record TooLarge() implements Body {}

    /** Its encoding is unknown here, or it is not what it claims to be. */
    record Malformed(ApiError error) implements Body {}
}
