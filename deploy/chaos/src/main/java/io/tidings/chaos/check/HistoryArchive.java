package io.tidings.chaos.check;

import io.tidings.chaos.check.AcceptedEvent.Way;
import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.contract.WireName;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The histories of a campaign on disk: a folder for each kind of line. */
public final class HistoryArchive implements AutoCloseable {
    private static final String NO_WORD = "-";

    /** The kinds of lines. */
    private enum Kind implements WireName {
        ACCEPTED,
        OFFERED,
        REQUESTS,
        MATCHED,
        ATTEMPTS,
        BURIED,
        CHANGES,
        LEFT_ALONE,
        MOVED_FORWARD
    }

    private final Path folder;
    private final Map<Kind, Journal> journals = new LinkedHashMap<>();

    public HistoryArchive(Path folder) {
        this.folder = folder;
        for (var kind : Kind.values()) {
            journals.put(kind, Journal.open(folder.resolve(kind.wireName())));
        }
    }

    private void write(Kind kind, String subscription, Object... words) {
        var journal = journals.get(kind);
        if (journal != null) {
            journal.write(subscription, words);
        }
    }

    public void write(String subscription, AcceptedEvent line) {
        accepted(Kind.ACCEPTED, subscription, line);
    }

    /** Notes an event for a subscription that comes and goes. */
    public void writeOffer(String subscription, AcceptedEvent line) {
        accepted(Kind.OFFERED, subscription, line);
    }

    private void accepted(Kind kind, String subscription, AcceptedEvent line) {
        write(kind, subscription, line.event(), micros(line.sent()), micros(line.at()), line.way());
    }

    public void write(String subscription, EndpointRequest line) {
        write(
                Kind.REQUESTS,
                subscription,
                line.event(),
                line.before(),
                micros(line.arrived()),
                micros(line.answered()),
                line.status(),
                line.members(),
                word(line.difference()));
    }

    public void write(String subscription, MatchedDelivery line) {
        write(Kind.MATCHED, subscription, line.source(), line.event(), micros(line.at()), line.redriven());
    }

    public void write(String subscription, CommittedAttempt line) {
        write(
                Kind.ATTEMPTS,
                subscription,
                line.source(),
                line.event(),
                line.number(),
                line.outcome(),
                line.status(),
                micros(line.ended()),
                micros(line.appended()),
                micros(line.due()),
                line.ending(),
                word(line.reason()));
    }

    public void write(String subscription, DeadLettered line) {
        write(Kind.BURIED, subscription, line.source(), line.event(), word(line.reason()), line.redriven());
    }

    public void write(String subscription, SubscriptionChange line) {
        write(Kind.CHANGES, subscription, line.kind(), micros(line.asked()), micros(line.answered()), line.told());
    }

    public void write(String subscription, ProbationWindow window) {
        write(
                Kind.LEFT_ALONE,
                subscription,
                micros(window.recorded()),
                window.until().equals(Instant.MIN) ? NO_WORD : micros(window.until()));
    }

    /** Notes a record of a recovery of the subscription. */
    public void writeMovedForward(String subscription, Instant at) {
        write(Kind.MOVED_FORWARD, subscription, micros(at));
    }

    /** @param letters of the subscription's blobs */
    public SubscriptionHistory history(String subscription, List<BlobRecord> letters) {
        return new SubscriptionHistory(
                subscription,
                read(Kind.ACCEPTED, subscription, HistoryArchive::accepted),
                read(Kind.OFFERED, subscription, HistoryArchive::accepted),
                read(
                        Kind.MATCHED,
                        subscription,
                        words -> new MatchedDelivery(words[0], words[1], time(words[2]), Integer.parseInt(words[3]))),
                read(Kind.REQUESTS, subscription, HistoryArchive::request),
                read(Kind.ATTEMPTS, subscription, HistoryArchive::attempt),
                read(
                        Kind.BURIED,
                        subscription,
                        words -> new DeadLettered(words[0], words[1], text(words[2]), Integer.parseInt(words[3]))),
                letters,
                read(Kind.CHANGES, subscription, HistoryArchive::change),
                read(Kind.LEFT_ALONE, subscription, HistoryArchive::leftAlone),
                read(Kind.MOVED_FORWARD, subscription, words -> time(words[0])));
    }

    private <T> List<T> read(Kind kind, String subscription, Function<String[], T> line) {
        return Journal.read(folder.resolve(kind.wireName()), subscription).stream()
                .map(line)
                .toList();
    }

    private static AcceptedEvent accepted(String[] words) {
        return new AcceptedEvent(words[0], time(words[1]), time(words[2]), Way.valueOf(words[3]));
    }

    private static EndpointRequest request(String[] words) {
        return new EndpointRequest(
                words[0],
                Integer.parseInt(words[1]),
                time(words[2]),
                time(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                text(words[6]));
    }

    private static CommittedAttempt attempt(String[] words) {
        return new CommittedAttempt(
                words[0],
                words[1],
                Integer.parseInt(words[2]),
                words[3],
                Integer.parseInt(words[4]),
                time(words[5]),
                time(words[6]),
                time(words[7]),
                Ending.valueOf(words[8]),
                text(words[9]));
    }

    private static SubscriptionChange change(String[] words) {
        return new SubscriptionChange(
                SubscriptionChange.Kind.valueOf(words[0]),
                time(words[1]),
                time(words[2]),
                Boolean.parseBoolean(words[3]));
    }

    private static ProbationWindow leftAlone(String[] words) {
        return new ProbationWindow(time(words[0]), words[1].equals(NO_WORD) ? Instant.MIN : time(words[1]));
    }

    private static long micros(Instant moment) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
    }

    private static Instant time(String micros) {
        return Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
    }

    private static String word(String text) {
        return text.isEmpty() ? NO_WORD : text.replace(' ', '_');
    }

    private static String text(String word) {
        return word.equals(NO_WORD) ? "" : word;
    }

    @Override
    public void close() {
        journals.values().forEach(Journal::close);
    }
}
