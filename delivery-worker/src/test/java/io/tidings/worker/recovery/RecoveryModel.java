package io.tidings.worker.recovery;

import static org.assertj.core.api.Assertions.fail;

import io.tidings.contract.health.MovedRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A worker and a tier of a few records, and all steps that change them: the loop takes a record out, delivers, parks or
 * skips it; a recovery begins, scans, moves a chunk; a transaction is cut and committed; the worker is killed before or
 * after any of these, and a new owner goes on.
 */
final class RecoveryModel {
    private static final int RECORDS = 3;
    private static final int CHUNK = 2;

    /** Waits for a {@code Retry-After}. */
    private static final int UNMOVABLE = 1;

    /** Offsets are bits. What is delivered but not committed is not told to a new owner, so that it reads it again. */
    record Log(int low, int parkedAbove, MovedRanges moved, int inDeliveries, int inOtherTier) {
        static final Log START = new Log(0, 0, MovedRanges.NONE, 0, 0);

        boolean original(int offset) {
            return offset >= low && !has(parkedAbove, offset) && !(movable(offset) && moved.contain(offset));
        }
    }

    /** @param position the low offset that it commits */
    record Transaction(int position, int parked, int copies, int parks, MovedRanges moved) {}

    record Chunk(int to, List<Long> found) {}

    record Worker(
            int takenOut,
            int inFlight,
            int parkedAbove,
            MovedRanges moved,
            @Nullable TierSweep sweep,
            @Nullable Chunk chunk,
            int copies,
            int parks,
            @Nullable Transaction transaction) {
        static Worker startingFrom(Log log, @Nullable TierSweep resumed) {
            return new Worker(log.low(), 0, log.parkedAbove(), log.moved(), resumed, null, 0, 0, null);
        }

        int low() {
            int unfinished = inFlight | parks;
            for (int offset = 0; offset < takenOut; offset++) {
                if (has(unfinished, offset)) {
                    return offset;
                }
            }
            return takenOut;
        }

        Worker with(int newTakenOut, int newInFlight, int newParks) {
            return new Worker(
                    newTakenOut, newInFlight, parkedAbove, moved, sweep, chunk, copies, newParks, transaction);
        }

        Worker committing(Transaction begun) {
            return new Worker(takenOut, inFlight, parkedAbove, moved, sweep, chunk, copies, parks, begun);
        }

        Worker sweeping(@Nullable TierSweep next, @Nullable Chunk scanned) {
            return new Worker(takenOut, inFlight, parkedAbove, moved, next, scanned, copies, parks, transaction);
        }
    }

    /**
     * @param delivered what the endpoint has got
     * @param kills that may still happen
     * @param recoveries that may still begin
     * @param begun whether one has
     */
    record World(Log log, Worker worker, int delivered, int kills, int recoveries, boolean begun) {
        World with(Worker next) {
            return new World(log, next, delivered, kills, recoveries, begun);
        }

        boolean oneChain() {
            for (int offset = 0; offset < RECORDS; offset++) {
                int places = (log.original(offset) ? 1 : 0)
                        + (has(log.inDeliveries(), offset) ? 1 : 0)
                        + (has(log.inOtherTier(), offset) ? 1 : 0);
                if (places > 1 || (places == 0 && !has(delivered, offset))) {
                    return false;
                }
            }
            return true;
        }
    }

    record Step(Predicate<World> possible, UnaryOperator<World> taken) {}

    static final List<Step> STEPS = new ArrayList<>();

    static {
        STEPS.add(new Step(world -> world.worker().takenOut() < RECORDS, RecoveryModel::takeOut));
        for (int i = 0; i < RECORDS; i++) {
            int offset = i;
            Predicate<World> inFlight = world -> has(world.worker().inFlight(), offset);
            STEPS.add(new Step(inFlight, world -> deliver(world, offset)));
            STEPS.add(new Step(inFlight, world -> park(world, offset)));
        }
        STEPS.add(new Step(world -> world.recoveries() > 0, RecoveryModel::recover));
        STEPS.add(new Step(
                world -> world.worker().sweep() != null && world.worker().chunk() == null, RecoveryModel::scan));
        STEPS.add(new Step(world -> world.worker().chunk() != null, RecoveryModel::move));
        STEPS.add(new Step(RecoveryModel::changed, RecoveryModel::cut));
        STEPS.add(new Step(world -> world.worker().transaction() != null, RecoveryModel::commit));
        STEPS.add(new Step(world -> world.kills() > 0, RecoveryModel::kill));
    }

    private RecoveryModel() {}

    static World start(int kills, int recoveries) {
        return new World(Log.START, Worker.startingFrom(Log.START, null), 0, kills, recoveries, false);
    }

    /** A record that was parked before is skipped, and one that was moved is finished. */
    private static World takeOut(World world) {
        var worker = world.worker();
        int offset = worker.takenOut();
        boolean finished = has(worker.parkedAbove(), offset)
                || (movable(offset) && worker.moved().contain(offset));
        int inFlight = finished ? worker.inFlight() : worker.inFlight() | bit(offset);
        return world.with(worker.with(offset + 1, inFlight, worker.parks()));
    }

    private static World deliver(World world, int offset) {
        return new World(
                world.log(),
                ended(world.worker(), offset, 0),
                world.delivered() | bit(offset),
                world.kills(),
                world.recoveries(),
                world.begun());
    }

    private static World park(World world, int offset) {
        return world.with(ended(world.worker(), offset, bit(offset)));
    }

    private static Worker ended(Worker worker, int offset, int parked) {
        return worker.with(worker.takenOut(), worker.inFlight() & ~bit(offset), worker.parks() | parked);
    }

    /** The first recovery begins before the last record is appended. */
    private static World recover(World world) {
        var worker = world.worker();
        int end = RECORDS + 1 - world.recoveries();
        var sweep = worker.sweep() == null
                ? TierSweep.upTo(end, worker.moved(), worker.takenOut())
                : worker.sweep().extendedTo(end);
        return new World(
                world.log(),
                worker.sweeping(sweep, worker.chunk()),
                world.delivered(),
                world.kills(),
                world.recoveries() - 1,
                true);
    }

    private static World scan(World world) {
        var worker = world.worker();
        var sweep = worker.sweep().after(worker.takenOut());
        if (sweep.complete()) {
            return world.with(worker.sweeping(null, null));
        }
        int to = (int) Math.min(sweep.position() + CHUNK, sweep.end());
        var found = new ArrayList<Long>();
        for (int offset = (int) sweep.position(); offset < to; offset++) {
            if (movable(offset)) {
                found.add((long) offset);
            }
        }
        return world.with(worker.sweeping(sweep, new Chunk(to, List.copyOf(found))));
    }

    private static World move(World world) {
        var worker = world.worker();
        var chunk = worker.chunk();
        var found = chunk.found().stream()
                .filter(offset -> !has(worker.parkedAbove(), (int) (long) offset))
                .toList();
        var step = worker.sweep().examined(chunk.to(), found, worker.takenOut());
        int copies = worker.copies();
        var moved = worker.moved();
        if (step.range() != null) {
            for (long offset : found.subList(step.first(), found.size())) {
                copies |= bit((int) offset);
            }
            moved = moved.plus(step.range());
        }
        return world.with(new Worker(
                worker.takenOut(),
                worker.inFlight(),
                worker.parkedAbove(),
                moved,
                step.rest().complete() ? null : step.rest(),
                null,
                copies,
                worker.parks(),
                worker.transaction()));
    }

    private static boolean changed(World world) {
        var worker = world.worker();
        return worker.transaction() == null
                && ((worker.copies() | worker.parks()) != 0
                        || worker.low() > world.log().low()
                        || !worker.moved().equals(world.log().moved()));
    }

    private static World cut(World world) {
        var worker = world.worker();
        int parked = worker.parkedAbove() | worker.parks();
        var finished = new Worker(
                worker.takenOut(),
                worker.inFlight(),
                parked,
                worker.moved(),
                worker.sweep(),
                worker.chunk(),
                0,
                0,
                null);
        var transaction = new Transaction(finished.low(), parked, worker.copies(), worker.parks(), worker.moved());
        return world.with(finished.committing(transaction));
    }

    /** Then the ranges below the commit are forgotten, which the next transaction writes. */
    private static World commit(World world) {
        var worker = world.worker();
        var done = worker.transaction();
        if ((world.log().inDeliveries() & done.copies()) != 0 || (world.log().inOtherTier() & done.parks()) != 0) {
            fail("written twice: " + world);
        }
        var log = new Log(
                done.position(),
                done.parked() & -bit(done.position()),
                done.moved(),
                world.log().inDeliveries() | done.copies(),
                world.log().inOtherTier() | done.parks());
        return new World(
                log,
                new Worker(
                        worker.takenOut(),
                        worker.inFlight(),
                        worker.parkedAbove(),
                        worker.moved().notBelow(done.position()),
                        worker.sweep(),
                        worker.chunk(),
                        worker.copies(),
                        worker.parks(),
                        null),
                world.delivered(),
                world.kills(),
                world.recoveries(),
                world.begun());
    }

    /** The new owner may know of the recovery and resume it, or begin again. */
    private static World kill(World world) {
        var log = world.log();
        var resumed = world.begun() ? TierSweep.upTo(RECORDS - world.recoveries(), log.moved(), log.low()) : null;
        return new World(
                log,
                Worker.startingFrom(log, resumed == null || resumed.complete() ? null : resumed),
                world.delivered(),
                world.kills() - 1,
                world.recoveries(),
                world.begun());
    }

    private static boolean movable(int offset) {
        return offset != UNMOVABLE;
    }

    private static int bit(int offset) {
        return 1 << offset;
    }

    private static boolean has(int bits, int offset) {
        return (bits & bit(offset)) != 0;
    }
}
