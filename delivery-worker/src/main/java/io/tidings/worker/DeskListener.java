package io.tidings.worker;

import io.tidings.contract.Topics;
import io.tidings.runtime.http.ProgramListener;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.desk.ReceiveServer;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.OrderedDeliveries;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listener for those who ask for the events of queues, and the records that tell them whom to ask (B-PULL-4).
 *
 * @param address where others reach it
 */
record DeskListener(ReceiveServer server, String address) implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DeskListener.class);

    static DeskListener open(ProgramListener settings) {
        var server = ReceiveServer.start(settings.host(), settings.port(), settings.secret());
        var address = settings.advertised(server.port());
        log.info("the events of queues are handed out at {}", address);
        return new DeskListener(server, address);
    }

    /** Has the desk of a session asked from now on. */
    Serving serve(PollThreadDesk desk, Topics topics) {
        server.serve(desk);
        return new Serving(this, desk, new LadderRecords(topics), new HashSet<>());
    }

    /**
     * The listener during one session. Confined to the poll thread.
     *
     * @param told the partition numbers whose owner is told
     */
    record Serving(DeskListener listener, PollThreadDesk desk, LadderRecords records, Set<OrderedDeliveries> told)
            implements AutoCloseable {
        /** Tells in the next transaction who owns the partition numbers that are new. */
        void tell(Collection<AssignedPartition> partitions) {
            told.removeIf(each -> !each.waiting().owned());
            for (var partition : partitions) {
                if (!partition.polled() && told.add(partition.order())) {
                    partition.results().alsoWrite(records.owner(partition.number(), listener.address()));
                }
            }
        }

        @Override
        public void close() {
            listener.server().serve(null);
            desk.close();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
