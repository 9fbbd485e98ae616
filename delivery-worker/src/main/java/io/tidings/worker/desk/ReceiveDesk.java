package io.tidings.worker.desk;

import io.tidings.contract.lane.LockToken;
import io.tidings.worker.dispatch.Receive;
import io.tidings.worker.dispatch.Receive.Received;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The queues of the partition numbers that a worker owns. Thread-safe. */
public interface ReceiveDesk {
    /** Returns what a receiver gets, once that is committed; nothing when its time is over. */
    CompletionStage<Reply<List<Received>>> receive(QueueShare queue, Receive receive);

    /** Returns what became of each token, in their order, once that is committed. */
    CompletionStage<Reply<List<TokenResult>>> settle(QueueShare queue, TokenAction action, List<LockToken> tokens);
}
