package io.tidings.export.blob;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.WebhookServer;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A storage that lists two entries a page and checks no signatures, as the documentation of S3 and Azure describes
 * listing and reading. Real servers have pages of thousands.
 */
final class PagedStorage implements AutoCloseable {
    private static final int PAGE = 2;

    private final WebhookServer server = WebhookServer.start(0, null, this::response);
    private final SortedMap<String, String> blobs = new ConcurrentSkipListMap<>();
    private final AtomicInteger pages = new AtomicInteger();
    private volatile @Nullable ScriptedResponse afterFirstPage;

    /** The protocol of a cloud. */
    enum Protocol {
        S3("s3://?region=us-east-1&access_key_id=AKID&secret_access_key=TOPSECRET&endpoint="),
        AZURE("azblob://?account_name=one&account_key=VE9QU0VDUkVU&endpoint=");

        private final String uri;

        Protocol(String uri) {
            this.uri = uri;
        }

        private String page(List<String> entries, @Nullable String next) {
            var listed = entries.stream().map(this::entry).collect(Collectors.joining());
            return switch (this) {
                case S3 ->
                    "<ListBucketResult><IsTruncated>%s</IsTruncated>%s%s</ListBucketResult>"
                            .formatted(
                                    next != null,
                                    next == null ? "" : "<NextContinuationToken>" + next + "</NextContinuationToken>",
                                    listed);
                case AZURE ->
                    "<EnumerationResults><Blobs>%s</Blobs><NextMarker>%s</NextMarker></EnumerationResults>"
                            .formatted(listed, next == null ? "" : next);
            };
        }

        private String entry(String name) {
            boolean folder = name.endsWith("/");
            return switch (this) {
                case S3 ->
                    (folder
                                    ? "<CommonPrefixes><Prefix>%s</Prefix></CommonPrefixes>"
                                    : "<Contents><Key>%s</Key><Size>2</Size><ETag>\"1\"</ETag>"
                                            + "<LastModified>2026-11-21T12:00:00.000Z</LastModified></Contents>")
                            .formatted(name);
                case AZURE ->
                    (folder
                                    ? "<BlobPrefix><Name>%s</Name></BlobPrefix>"
                                    : "<Blob><Name>%s</Name><Properties><Content-Length>2</Content-Length>"
                                            + "<Last-Modified>Sat, 21 Nov 2026 12:00:00 GMT</Last-Modified>"
                                            + "<Etag>1</Etag><Content-MD5></Content-MD5>"
                                            + "<Content-Type>application/json</Content-Type></Properties></Blob>")
                            .formatted(name);
            };
        }
    }

    /** The setting of this storage. */
    String uri(Protocol protocol) {
        return protocol.uri + server.uri("");
    }

    void write(String container, String name, String content) {
        blobs.put("/" + container + "/" + name, content);
    }

    /** Makes every page but the first of a list, and every blob, such a response. */
    void respondAfterTheFirstPage(ScriptedResponse response) {
        afterFirstPage = response;
    }

    /** The number of pages that were listed. */
    int pages() {
        return pages.get();
    }

    private ScriptedResponse response(ReceivedRequest request) {
        var query = query(request);
        var prefix = query.get("prefix");
        var page = query.containsKey("list-type") ? query.get("continuation-token") : query.get("marker");
        var failure = afterFirstPage;
        if (failure != null && (prefix == null || page != null)) {
            return failure;
        }
        if (prefix == null) {
            var content = blobs.get(request.path());
            return content == null
                    ? xml(404, "<Error><Code>NoSuchKey</Code><Message>There is no such blob.</Message></Error>")
                    : new ScriptedResponse.Status(200, Map.of("content-type", "application/json"), content);
        }
        pages.incrementAndGet();
        var protocol = query.containsKey("list-type") ? Protocol.S3 : Protocol.AZURE;
        var container = request.path().replaceAll("/+$", "") + "/";
        return xml(200, page(protocol, children(container, prefix), page == null ? 0 : Integer.parseInt(page)));
    }

    private List<String> children(String container, String prefix) {
        var children = new TreeSet<String>();
        for (var path : blobs.keySet()) {
            if (path.startsWith(container + prefix)) {
                var name = path.substring(container.length());
                int slash = name.indexOf('/', prefix.length());
                children.add(slash < 0 ? name : name.substring(0, slash + 1));
            }
        }
        return List.copyOf(children);
    }

    private static String page(Protocol protocol, List<String> entries, int from) {
        int to = Math.min(from + PAGE, entries.size());
        return protocol.page(entries.subList(from, to), to < entries.size() ? Integer.toString(to) : null);
    }

    private static ScriptedResponse xml(int status, String body) {
        return new ScriptedResponse.Status(status, Map.of("content-type", "application/xml"), body);
    }

    private static Map<String, String> query(ReceivedRequest request) {
        return Arrays.stream(request.query().split("&", -1))
                .map(each -> each.split("=", 2))
                .filter(each -> each.length == 2)
                .collect(Collectors.toMap(each -> each[0], each -> URLDecoder.decode(each[1], UTF_8)));
    }

    @Override
    public void close() {
        server.close();
    }
}
