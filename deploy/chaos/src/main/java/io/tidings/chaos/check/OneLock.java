package io.tidings.chaos.check;

import io.tidings.chaos.check.CheckLimits.Clocks;
import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.chaos.check.SettledEvent.Action;
import io.tidings.chaos.check.SettledEvent.Answer;
import io.tidings.testbed.cluster.Disturbance;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@link Promise#ONE_LOCK}: an event of a queue is received again only after it was given back or its lock has ended, and
 * not after its end; a token is good until then (B-PULL-1, B-PULL-2). {@link OrderIsKept} judges the others of its key.
 *
 * <p>The count tells which receipt came later: a receiver that was frozen reads a response late. No kill explains an
 * second receiver: a hand-out is kept before it is told, and a receiver that was killed before it wrote a line is not
 * judged. A token may be lost if a worker went after it had settled the event and before it could say so.
 */
record OneLock(CheckLimits limits, List<Disturbance> disturbances) implements PromiseRule {
    OneLock {
        disturbances = List.copyOf(disturbances);
    }

    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        if (limits.clocks() == Clocks.STEPPED || delivery.chains() > 1) {
            return;
        }
        var receipts = delivery.receipts();
        for (int i = 0; i < receipts.size(); i++) {
            var receipt = receipts.get(i);
            for (var later : receipts.subList(i + 1, receipts.size())) {
                judge(delivery, receipt, later, found);
            }
            judgeTokens(delivery, receipt, found);
        }
    }

    private void judge(DeliveryHistory delivery, Receipt receipt, Receipt later, Consumer<PromiseViolation> found) {
        var again = later.received();
        if (receipt.ended()) {
            tell(delivery, "received at %s after its end".formatted(again.arrived()), found);
        } else if (again.count() == receipt.received().count()) {
            tell(delivery, "received twice as number %d".formatted(again.count()), found);
        } else if (again.arrived().isBefore(receipt.free().minus(limits.slack()))) {
            tell(delivery, "received at %s, locked until %s".formatted(again.arrived(), receipt.free()), found);
        }
    }

    private void judgeTokens(DeliveryHistory delivery, Receipt receipt, Consumer<PromiseViolation> found) {
        receipt.asked().stream()
                .filter(each -> each.answer() == Answer.OTHER)
                .forEach(each -> tell(delivery, "answered otherwise at " + each.answered(), found));
        receipt.wronglyLost(limits.slack()).stream()
                .filter(each -> disturbances.stream()
                        .noneMatch(
                                other -> other.explains(each.asked(), each.answered(), other.from(), limits.slack())))
                .forEach(each -> tell(
                        delivery, "lost at %s, locked until %s".formatted(each.answered(), receipt.free()), found));
        boolean givenUp = delivery.attempts().stream()
                .anyMatch(each -> each.ending() == Ending.DEAD_LETTER || each.ending() == Ending.DROP);
        if (givenUp && receipt.ended() && !receipt.asked(Action.REJECT)) {
            tell(delivery, "given up though it was acknowledged", found);
        }
    }

    private static void tell(DeliveryHistory delivery, String problem, Consumer<PromiseViolation> found) {
        found.accept(delivery.violates(Promise.ONE_LOCK, "it was " + problem));
    }
}
