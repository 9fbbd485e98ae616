package io.tidings.benchmark.campaign.history;

import io.tidings.benchmark.campaign.history.Accepted.Way;
import io.tidings.benchmark.campaign.history.Attempt.Ending;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The folder that holds all histories of a campaign: a folder for each kind of line, written by whoever knows. */
public final class Archive implements AutoCloseable {
    private static final String NO_WORD = "-";

    /** What a line may be about. */
    private enum Kind {
        ACCEPTED,
        OFFERED,
        REQUESTS,
        MATCHED,
        ATTEMPTS,
        BURIED,
        CHANGES,
        LEFT_ALONE;

        String folder() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Path folder;
    private final Map<Kind, Journal> journals = new LinkedHashMap<>();

    public Archive(Path folder) {
        this.folder = folder;
        for (var kind : Kind.values()) {
            journals.put(kind, Journal.open(folder.resolve(kind.folder())));
        }
    }

    private void write(Kind kind, String subscription, Object... words) {
        var journal = journals.get(kind);
        if (journal != null) {
            journal.write(subscription, words);
        }
    }

    public void write(String subscription, Accepted line) {
        accepted(Kind.ACCEPTED, subscription, line);
    }

    /** Of a subscription that comes and goes. */
    public void writeOffer(String subscription, Accepted line) {
        accepted(Kind.OFFERED, subscription, line);
    }

    private void accepted(Kind kind, String subscription, Accepted line) {
        write(kind, subscription, line.event(), Moments.text(line.sent()), Moments.text(line.at()), line.way());
    }

    public void write(String subscription, Request line) {
        write(
                Kind.REQUESTS,
                subscription,
                line.event(),
                line.before(),
                Moments.text(line.arrived()),
                Moments.text(line.answered()),
                line.status(),
                line.members(),
                word(line.difference()));
    }

    public void write(String subscription, Matched line) {
        write(Kind.MATCHED, subscription, line.source(), line.event(), Moments.text(line.at()), line.redriven());
    }

    public void write(String subscription, Attempt line) {
        write(
                Kind.ATTEMPTS,
                subscription,
                line.source(),
                line.event(),
                line.number(),
                line.outcome(),
                line.status(),
                Moments.text(line.ended()),
                Moments.text(line.appended()),
                Moments.text(line.due()),
                line.ending(),
                word(line.reason()));
    }

    public void write(String subscription, Buried line) {
        write(Kind.BURIED, subscription, line.source(), line.event(), word(line.reason()), line.redriven());
    }

    public void write(String subscription, Change line) {
        write(
                Kind.CHANGES,
                subscription,
                line.kind(),
                Moments.text(line.asked()),
                Moments.text(line.answered()),
                line.told());
    }

    public void write(String subscription, LeftAlone line) {
        write(
                Kind.LEFT_ALONE,
                subscription,
                Moments.text(line.recorded()),
                line.until().equals(Instant.MIN) ? NO_WORD : Moments.text(line.until()));
    }

    /** @param letters of that subscription, which the storage holds */
    public History history(String subscription, List<Letter> letters) {
        return new History(
                subscription,
                read(Kind.ACCEPTED, subscription, Archive::accepted),
                read(Kind.OFFERED, subscription, Archive::accepted),
                read(
                        Kind.MATCHED,
                        subscription,
                        words -> new Matched(words[0], words[1], Moments.read(words[2]), Integer.parseInt(words[3]))),
                read(Kind.REQUESTS, subscription, Archive::request),
                read(Kind.ATTEMPTS, subscription, Archive::attempt),
                read(
                        Kind.BURIED,
                        subscription,
                        words -> new Buried(words[0], words[1], text(words[2]), Integer.parseInt(words[3]))),
                letters,
                read(Kind.CHANGES, subscription, Archive::change),
                read(Kind.LEFT_ALONE, subscription, Archive::leftAlone));
    }

    private <T> List<T> read(Kind kind, String subscription, Function<String[], T> line) {
        return Journal.read(folder.resolve(kind.folder()), subscription).stream()
                .map(line)
                .toList();
    }

    private static Accepted accepted(String[] words) {
        return new Accepted(words[0], Moments.read(words[1]), Moments.read(words[2]), Way.valueOf(words[3]));
    }

    private static Request request(String[] words) {
        return new Request(
                words[0],
                Integer.parseInt(words[1]),
                Moments.read(words[2]),
                Moments.read(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                text(words[6]));
    }

    private static Attempt attempt(String[] words) {
        return new Attempt(
                words[0],
                words[1],
                Integer.parseInt(words[2]),
                words[3],
                Integer.parseInt(words[4]),
                Moments.read(words[5]),
                Moments.read(words[6]),
                Moments.read(words[7]),
                Ending.valueOf(words[8]),
                text(words[9]));
    }

    private static Change change(String[] words) {
        return new Change(
                Change.Kind.valueOf(words[0]),
                Moments.read(words[1]),
                Moments.read(words[2]),
                Boolean.parseBoolean(words[3]));
    }

    private static LeftAlone leftAlone(String[] words) {
        return new LeftAlone(Moments.read(words[0]), words[1].equals(NO_WORD) ? Instant.MIN : Moments.read(words[1]));
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
