package io.tidings.worker.commit;

import static java.util.Objects.requireNonNull;

import io.tidings.runtime.kafka.CommitResult;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A transaction that stays open until the test ends it. */
final class OpenTransaction implements CommitScheduler.Commits {
    private @Nullable TransactionContent content;
    private @Nullable Consumer<CommitResult> done;

    @Override
    public void commit(TransactionContent batch, Consumer<CommitResult> then) {
        if (content != null) {
            throw new IllegalStateException("a transaction is under way");
        }
        content = batch;
        done = then;
    }

    boolean open() {
        return content != null;
    }

    TransactionContent content() {
        return requireNonNull(content, "no transaction is under way");
    }

    void end(CommitResult result) {
        var then = requireNonNull(done, "no transaction is under way");
        content = null;
        done = null;
        then.accept(result);
    }
}
