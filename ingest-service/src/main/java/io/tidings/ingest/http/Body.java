package io.tidings.ingest.http;

/** The body of a request. */
public sealed interface Body {
    /** The decoded body; not to be changed. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Whole(byte[] bytes) implements Body {}

    /** The body was larger than allowed and was dropped. */
    record TooLarge() implements Body {}

    /** The encoding is unknown, or the body does not have it. */
    record Malformed(ApiError error) implements Body {}
}
