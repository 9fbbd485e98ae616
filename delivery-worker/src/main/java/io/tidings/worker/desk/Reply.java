package io.tidings.worker.desk;

/** The answer of the owner of a queue, or why this worker gives none. */
public sealed interface Reply<T> {
    record Given<T>(T value) implements Reply<T> {}

    /** Another worker has the partition number, or will have it. */
    record NotOwner<T>() implements Reply<T> {}

    /** Too many receivers wait already. */
    record Crowded<T>() implements Reply<T> {}
}
