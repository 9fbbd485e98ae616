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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Asks the poll thread, which owns the queues. What it does not come to, because its session ends, is never answered.
 *
 * @param partitions that are owned; asked on the poll thread
 */
record PollThreadDesk(
        Executor pollThread,
        Supplier<? extends Collection<AssignedPartition>> partitions,
        Dispatcher dispatcher,
        Settlements settlements)
        implements ReceiveDesk {
    @Override
    public CompletionStage<Reply<List<Received>>> receive(QueueShare queue, Receive receive) {
        var reply = new CompletableFuture<Reply<List<Received>>>();
        pollThread.execute(() -> {
            if (owned(queue).isEmpty()) {
                reply.complete(new Reply.NotOwner<>());
            } else if (!dispatcher.receivers().add(new Lane(queue.key(), queue.number()), receive)) {
                reply.complete(new Reply.Crowded<>());
            } else {
                receive.answer().whenComplete((events, _) -> reply.complete(new Reply.Given<>(events)));
            }
        });
        return reply;
    }

    @Override
    public CompletionStage<Reply<List<TokenResult>>> settle(
            QueueShare queue, TokenAction action, List<LockToken> tokens) {
        var reply = new CompletableFuture<Reply<List<TokenResult>>>();
        pollThread.execute(() -> {
            var order = owned(queue);
            var terms = dispatcher.queue(queue.key(), queue.uid()).map(Terms::of);
            if (order.isEmpty()) {
                reply.complete(new Reply.NotOwner<>());
            } else if (terms.isEmpty()) { // nobody has an event of a queue that does not exist
                reply.complete(new Reply.Given<>(tokens.stream()
                        .map(token -> new TokenResult(token, Failure.LOST))
                        .toList()));
            } else {
                settlements
                        .settle(order.get(), queue.uid(), action, terms.get(), tokens)
                        .whenComplete((results, failure) ->
                                reply.complete(failure == null ? new Reply.Given<>(results) : new Reply.NotOwner<>()));
            }
        });
        return reply;
    }

    private Optional<OrderedDeliveries> owned(QueueShare queue) {
        return partitions.get().stream()
                .filter(each -> !each.polled() && each.number() == queue.number())
                .map(AssignedPartition::order)
                .findFirst();
    }
}
