package io.tidings.worker.desk;

/** What the owner of a queue says, or why this worker does not. */
public sealed interface Reply<T> {
    record Given<T>(T value) implements Reply<T> {}

    /** Another worker has the partition number, or will have it. */
    record NotOwner<T>() implements Reply<T> {}

    /** Too many receivers wait already. */
    record Crowded<T>() implements Reply<T> {}
}
