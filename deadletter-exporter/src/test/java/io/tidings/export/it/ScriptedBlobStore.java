package io.tidings.export.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.export.blob.BlobStore;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** A storage with scripted events; a killed exporter never gets its response. */
final class ScriptedBlobStore implements BlobStore {
    /** What may befall one write. */
    enum Mishap {
        NONE,
        AWAY,
        /** The blob is written, but its writer gets no response. */
        UNTOLD,
        DEATH_BEFORE,
        DEATH_AFTER
    }

    private final BlobStore store;
    private final IntFunction<Mishap> script;
    private final CountDownLatch died = new CountDownLatch(1);
    private int writes;

    /** @param script what befalls the write of a number, from 1 */
    ScriptedBlobStore(BlobStore store, IntFunction<Mishap> script) {
        this.store = store;
        this.script = script;
    }

    @Override
    public Result write(String container, String name, byte[] bytes) {
        return switch (script.apply(++writes)) {
            case NONE -> store.write(container, name, bytes);
            case AWAY -> new Result.Unavailable("it is away");
            case UNTOLD -> {
                store.write(container, name, bytes);
                yield new Result.Unavailable("the response is lost");
            }
            case DEATH_BEFORE -> die();
            case DEATH_AFTER -> {
                store.write(container, name, bytes);
                yield die();
            }
        };
    }

    private Result die() {
        died.countDown();
        while (true) {
            LockSupport.park();
        }
    }

    @Override
    public boolean reachable() {
        return store.reachable();
    }

    @Override
    public String location() {
        return store.location();
    }

    @Override
    public String url(String container, String name) {
        return store.url(container, name);
    }

    @Override
    public void sweep(Instant now) {
        store.sweep(now);
    }

    @Override
    public void close() {}

    /** Until its user is dead. */
    void awaitDeath() throws InterruptedException {
        assertThat(died.await(90, TimeUnit.SECONDS)).as("its user writes").isTrue();
    }
}
