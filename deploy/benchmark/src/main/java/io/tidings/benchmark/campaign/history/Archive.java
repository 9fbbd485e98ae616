package io.tidings.benchmark.campaign.history;

import io.tidings.benchmark.campaign.history.Attempt.Ending;
import java.nio.file.Path;
import java.util.List;

/** The folder that holds all histories of a campaign: a folder for each kind of line, written by whoever knows. */
public final class Archive implements AutoCloseable {
    private static final String ACCEPTED = "accepted";
    private static final String REQUESTS = "requests";
    private static final String MATCHED = "matched";
    private static final String ATTEMPTS = "attempts";
    private static final String BURIED = "buried";
    private static final String NO_WORD = "-";

    private final Path folder;
    private final Journal accepted;
    private final Journal requests;
    private final Journal matched;
    private final Journal attempts;
    private final Journal buried;

    public Archive(Path folder) {
        this.folder = folder;
        accepted = Journal.open(folder.resolve(ACCEPTED));
        requests = Journal.open(folder.resolve(REQUESTS));
        matched = Journal.open(folder.resolve(MATCHED));
        attempts = Journal.open(folder.resolve(ATTEMPTS));
        buried = Journal.open(folder.resolve(BURIED));
    }

    public void write(String subscription, Accepted line) {
        accepted.write(subscription, line.event(), Moments.text(line.at()));
    }

    public void write(String subscription, Request line) {
        requests.write(
                subscription,
                line.event(),
                line.before(),
                Moments.text(line.arrived()),
                Moments.text(line.answered()),
                line.status());
    }

    public void write(String subscription, Matched line) {
        matched.write(subscription, line.source(), line.event());
    }

    public void write(String subscription, Attempt line) {
        attempts.write(
                subscription,
                line.source(),
                line.event(),
                line.number(),
                line.outcome(),
                line.status(),
                Moments.text(line.ended()),
                line.ending(),
                line.reason().isEmpty() ? NO_WORD : line.reason());
    }

    public void write(String subscription, Buried line) {
        buried.write(subscription, line.source(), line.event());
    }

    /** @param blobs of that subscription, which the storage holds */
    public History history(String subscription, List<String> blobs) {
        return new History(
                subscription,
                read(ACCEPTED, subscription).stream()
                        .map(words -> new Accepted(words[0], Moments.read(words[1])))
                        .toList(),
                read(MATCHED, subscription).stream()
                        .map(words -> new Matched(words[0], words[1]))
                        .toList(),
                read(REQUESTS, subscription).stream().map(Archive::request).toList(),
                read(ATTEMPTS, subscription).stream().map(Archive::attempt).toList(),
                read(BURIED, subscription).stream()
                        .map(words -> new Buried(words[0], words[1]))
                        .toList(),
                blobs);
    }

    private List<String[]> read(String kind, String subscription) {
        return Journal.read(folder.resolve(kind), subscription);
    }

    private static Request request(String[] words) {
        return new Request(
                words[0],
                Integer.parseInt(words[1]),
                Moments.read(words[2]),
                Moments.read(words[3]),
                Integer.parseInt(words[4]));
    }

    private static Attempt attempt(String[] words) {
        return new Attempt(
                words[0],
                words[1],
                Integer.parseInt(words[2]),
                words[3],
                Integer.parseInt(words[4]),
                Moments.read(words[5]),
                Ending.valueOf(words[6]),
                words[7].equals(NO_WORD) ? "" : words[7]);
    }

    @Override
    public void close() {
        accepted.close();
        requests.close();
        matched.close();
        attempts.close();
        buried.close();
    }
}
