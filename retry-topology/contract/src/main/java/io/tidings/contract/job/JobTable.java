package io.tidings.contract.job;

import static io.tidings.contract.HeaderText.header;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.WireName;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The jobs, of the records of their topic. Their keys are {@code ID/request} and {@code ID/wish}, which ingest writes,
 * and {@code ID/progress}, which the exporter writes. Written by the one thread that reads the topic, read by any.
 */
public final class JobTable {
    private static final String REQUEST = "request";
    private static final String WISH = "wish";
    private static final String PROGRESS = "progress";

    private final Map<String, JobRequest> requests = new ConcurrentSkipListMap<>();
    private final Map<String, JobWish> wishes = new ConcurrentHashMap<>();
    private final Map<String, JobProgress> progress = new ConcurrentHashMap<>();
    /** The sizes of the values, by key. */
    private final Map<String, Integer> sizes = new ConcurrentHashMap<>();
    /** The jobs with a record that this release cannot read. */
    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    public static byte[] requestKey(String id) {
        return key(id, REQUEST);
    }

    public static byte[] wishKey(String id) {
        return key(id, WISH);
    }

    public static byte[] progressKey(String id) {
        return key(id, PROGRESS);
    }

    /** All keys of a job, in the order in which they are removed: without its progress it would begin again. */
    public static List<byte[]> keys(String id) {
        return List.of(requestKey(id), progressKey(id), wishKey(id));
    }

    public static List<Header> headers() {
        return List.of(header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
    }

    private static byte[] key(String id, String about) {
        return (id + "/" + about).getBytes(UTF_8);
    }

    public Optional<Job> job(String id) {
        return Optional.ofNullable(requests.get(id)).map(request -> job(id, request));
    }

    /** All jobs by their ids, the oldest first. */
    public Collection<Job> jobs() {
        return requests.entrySet().stream()
                .map(each -> job(each.getKey(), each.getValue()))
                .toList();
    }

    /** The jobs that this release can work on. */
    public List<Job> readable() {
        return jobs().stream().filter(job -> !unreadable.contains(job.id())).toList();
    }

    /** The size of the records of a job. */
    public long bytes(String id) {
        return Stream.of(REQUEST, WISH, PROGRESS)
                .mapToLong(about -> sizes.getOrDefault(id + "/" + about, 0))
                .sum();
    }

    private Job job(String id, JobRequest request) {
        return new Job(id, request, wishes.getOrDefault(id, JobWish.RUN), progress.get(id));
    }

    /**
     * Applies a record, or a tombstone if the value is null.
     *
     * @return why it was ignored, if it was; what was known before stays
     */
    public Optional<String> read(String key, Headers headers, byte @Nullable [] value) {
        int slash = key.indexOf('/');
        if (slash <= 0) {
            return Optional.of("the record's key is not id/word");
        }
        var id = key.substring(0, slash);
        var about = key.substring(slash + 1);
        if (value == null) {
            sizes.remove(key);
            return removed(id, about);
        }
        var format = HeaderText.of(headers, HeaderNames.FORMAT);
        if (!HeaderNames.FORMAT_1.equals(format)) {
            unreadable.add(id);
            return Optional.of("its " + HeaderNames.FORMAT + " is " + format + ", this release reads "
                    + HeaderNames.FORMAT_1 + ", so it leaves the job alone");
        }
        try {
            var problem = put(id, about, value);
            if (problem.isEmpty()) {
                sizes.put(key, value.length);
            }
            return problem;
        } catch (IOException e) {
            unreadable.add(id);
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> put(String id, String about, byte[] value) throws IOException {
        switch (about) {
            case REQUEST -> requests.put(id, JobRequestJson.ofRecord(value));
            case WISH -> {
                var word = new String(value, UTF_8);
                wishes.put(
                        id,
                        WireName.of(JobWish.class, word)
                                .orElseThrow(() -> new IOException("\"" + word + "\" is no wish")));
            }
            case PROGRESS -> progress.put(id, JobProgressJson.read(value));
            default -> {
                return Optional.of("the record's key names neither a request nor a wish nor a progress");
            }
        }
        return Optional.empty();
    }

    private Optional<String> removed(String id, String about) {
        switch (about) {
            case REQUEST -> {
                requests.remove(id);
                unreadable.remove(id);
            }
            case WISH -> wishes.remove(id);
            case PROGRESS -> progress.remove(id);
            default -> {
                return Optional.of("the record's key names neither a request nor a wish nor a progress");
            }
        }
        return Optional.empty();
    }
}
