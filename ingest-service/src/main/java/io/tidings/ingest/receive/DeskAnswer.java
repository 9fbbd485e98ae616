package io.tidings.ingest.receive;

/** What a worker answers to a request about a queue. */
sealed interface DeskAnswer {
    /** @param body as the request asks for it */
    record Said(String body) implements DeskAnswer {}

    /** Too many receivers wait already. */
    record Crowded() implements DeskAnswer {}

    /** Nobody looked for events or tokens. */
    sealed interface Refusal extends DeskAnswer {
        /** A sentence for the log. */
        String why();
    }

    /** The worker does not have the partition number, or cannot answer now. */
    record Away(String why) implements Refusal {}

    /**
     * Workers do not answer until somebody sets them up.
     *
     * @param setting that is missing or wrong
     */
    record NotSetUp(String setting, String why) implements Refusal {}
}
