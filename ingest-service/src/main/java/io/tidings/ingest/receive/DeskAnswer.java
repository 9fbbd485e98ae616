package io.tidings.ingest.receive;

/** What a worker answers to a request about a queue. */
sealed interface DeskAnswer {
    /** @param body as the request asks for it */
    record Said(String body) implements DeskAnswer {}

    /** Too many receivers wait already. */
    record Crowded() implements DeskAnswer {}

    /**
     * The worker does not have the partition number, or cannot answer now.
     *
     * @param why a sentence
     */
    record Away(String why) implements DeskAnswer {}
}
