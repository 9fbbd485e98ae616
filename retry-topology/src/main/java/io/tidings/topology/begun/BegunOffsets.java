package io.tidings.topology.begun;

import io.tidings.contract.delivery.EventSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions of this process whose records are begun with {@linkplain Caution caution}, over all of its sessions: it
 * has not ended when only a session has. The notes are in the commits of the group, which any process reads that gets
 * a partition. Thread-safe.
 */
public final class BegunOffsets implements Predicate<EventSource> {
    private static final Logger log = LoggerFactory.getLogger(BegunOffsets.class);

    private final String process;
    private final Map<TopicPartition, Careful> careful = new ConcurrentHashMap<>();
    private volatile boolean ending;

    /** @param note writes the commit of the partition again, with what is begun by then */
    private record Careful(Caution caution, Runnable note) {}

    /** @param process another word at each start */
    public BegunOffsets(String process) {
        if (!process.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException("the name of a process is " + process);
        }
        this.process = process;
    }

    /**
     * Called when this process gets a partition.
     *
     * @param found in its commit; empty if there is none
     * @param start the offset that is read first
     * @param end of the log
     * @param note writes the commit of the partition again; durable when it returns
     */
    public void taken(TopicPartition partition, String found, long start, long end, Runnable note) {
        var former = careful.remove(partition);
        var read = BegunNote.read(found);
        if (read.isEmpty()) {
            return;
        }
        if (!read.get().process().equals(process)) {
            begin(partition, new Careful(new Caution(read.get().begun(), start, end), note));
        } else if (former != null) {
            former.caution().interrupted();
            begin(partition, new Careful(former.caution(), note));
        }
    }

    private void begin(TopicPartition partition, Careful next) {
        if (!next.caution().over()) {
            log.warn(
                    "the process that matched {} last did not end in order: what it may have had in hand, up to offset"
                            + " {}, is begun with care",
                    partition,
                    next.caution().until());
            careful.put(partition, next);
        }
    }

    /**
     * Called before a record is read. Returns false if it must not be read, because it was begun twice and has not
     * ended: the process had, both times.
     */
    @Override
    public boolean test(EventSource record) {
        if (careful.isEmpty()) {
            return true;
        }
        var partition = new TopicPartition(record.kafkaTopic(), record.partition());
        return switch (before(partition, record.offset())) {
            case GO_ON -> true;
            case NOTE_AND_GO_ON -> {
                Objects.requireNonNull(careful.get(partition)).note().run();
                yield true;
            }
            case REJECT -> false;
        };
    }

    /** The same for a reader that writes the note itself, before it goes on. */
    public Caution.Step before(TopicPartition partition, long offset) {
        var found = careful.get(partition);
        return found == null ? Caution.Step.GO_ON : found.caution().before(offset);
    }

    /** Returns the note for a commit. */
    public String note(TopicPartition partition) {
        var found = careful.get(partition);
        return new BegunNote(
                        process, found == null ? List.of() : found.caution().begun())
                .text();
    }

    /** Called when what was matched up to an offset is to be committed. */
    public void committed(TopicPartition partition, long offset) {
        var found = careful.get(partition);
        if (found != null) {
            found.caution().committed(offset);
            if (found.caution().over()) {
                careful.remove(partition);
            }
        }
    }

    /** Returns the note for the last commit of a partition with which nothing is in hand; empty if all is well. */
    public String lastNote(TopicPartition partition) {
        var found = careful.get(partition);
        if (found == null) {
            return "";
        }
        found.caution().interrupted();
        return note(partition);
    }

    /** Called when the process is asked to end. */
    public void processEnds() {
        ending = true;
    }

    public boolean processIsEnding() {
        return ending;
    }
}
