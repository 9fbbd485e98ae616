package io.tidings.worker;

import io.tidings.contract.lane.Lane;
import io.tidings.contract.lane.LockToken;
import io.tidings.worker.desk.QueueShare;
import io.tidings.worker.desk.ReceiveDesk;
import io.tidings.worker.desk.Reply;
import io.tidings.worker.desk.TokenAction;
import io.tidings.worker.desk.TokenResult;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.dispatch.Receive;
import io.tidings.worker.dispatch.Receive.Received;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.receive.HandOuts.Failure;
import io.tidings.worker.receive.HandOuts.Terms;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Asks the poll thread, which owns the queues. When its session ends, callers are sent to the next owner. */
final class PollThreadDesk implements ReceiveDesk, AutoCloseable {
    private final Executor pollThread;
    private final Supplier<? extends Collection<AssignedPartition>> partitions;
    private final Dispatcher dispatcher;
    private final Settlements settlements;
    /** Sends those away that wait for a reply. */
    private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /** @param partitions that are owned; asked on the poll thread */
    PollThreadDesk(
            Executor pollThread,
            Supplier<? extends Collection<AssignedPartition>> partitions,
            Dispatcher dispatcher,
            Settlements settlements) {
        this.pollThread = pollThread;
        this.partitions = partitions;
        this.dispatcher = dispatcher;
        this.settlements = settlements;
    }

    @Override
    public CompletionStage<Reply<List<Received>>> receive(QueueShare queue, Receive receive) {
        return ask(reply -> {
            if (owned(queue).isEmpty()) {
                reply.complete(new Reply.NotOwner<>());
            } else if (!dispatcher.receivers().add(new Lane(queue.key(), queue.number()), receive)) {
                reply.complete(new Reply.Crowded<>());
            } else {
                completeWith(receive.answer(), reply);
            }
        });
    }

    @Override
    public CompletionStage<Reply<List<TokenResult>>> settle(
            QueueShare queue, TokenAction action, List<LockToken> tokens) {
        return ask(reply -> {
            var order = owned(queue);
            var terms = dispatcher.queue(queue.key(), queue.uid()).map(Terms::of);
            if (order.isEmpty()) {
                reply.complete(new Reply.NotOwner<>());
            } else if (terms.isEmpty()) { // nobody has an event of a queue that does not exist
                var why = dispatcher.unreadable(queue.key(), queue.uid()) ? Failure.UNAVAILABLE : Failure.LOST;
                reply.complete(new Reply.Given<>(tokens.stream()
                        .map(token -> new TokenResult(token, why))
                        .toList()));
            } else {
                completeWith(settlements.settle(order.get(), queue.uid(), action, terms.get(), tokens), reply);
            }
        });
    }

    private <T> CompletionStage<Reply<T>> ask(Consumer<CompletableFuture<Reply<T>>> onPollThread) {
        var reply = new CompletableFuture<Reply<T>>();
        Runnable sendAway = () -> reply.complete(new Reply.NotOwner<>());
        waiting.add(sendAway);
        var _ = reply.whenComplete((_, _) -> waiting.remove(sendAway));
        if (closed) {
            sendAway.run();
        } else {
            pollThread.execute(() -> onPollThread.accept(reply));
        }
        return reply;
    }

    private static <T> void completeWith(CompletionStage<T> answer, CompletableFuture<Reply<T>> reply) {
        var _ = answer.whenComplete((given, failure) ->
                reply.complete(failure == null ? new Reply.Given<>(given) : new Reply.NotOwner<>()));
    }

    /** The session ends: its poll thread runs nothing any more. */
    @Override
    public void close() {
        closed = true;
        waiting.forEach(Runnable::run);
    }

    private Optional<OrderedDeliveries> owned(QueueShare queue) {
        return partitions.get().stream()
                .filter(each -> !each.polled() && each.number() == queue.number())
                .map(AssignedPartition::order)
                .findFirst();
    }
}
