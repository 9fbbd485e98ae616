package io.tidings.contract.lane;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the owner of each partition number is asked for the events of queues (B-PULL-4), read from the probation topic. An
 * owner that ends takes nothing back: the next one replaces it. Written by the one thread that reads the topic, read by any.
 */
public final class NumberOwners {
    /** The key of a record in the partition of the number. Names of topics cannot begin with the mark. */
    public static final String KEY = "#owner";

    private static final String ADDRESS = "address";

    private final Map<Integer, String> addresses = new ConcurrentHashMap<>();

    /** @param address host and port */
    public static byte[] value(String address) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(ADDRESS, address)
                .toString()
                .getBytes(UTF_8);
    }

    /** Returns the host and port of the latest owner that lets itself be asked. */
    public Optional<String> address(int number) {
        return Optional.ofNullable(addresses.get(number));
    }

    /**
     * Applies a record, or a tombstone if the value is null.
     *
     * @return why it was ignored, if it was; what was known before stays
     */
    public Optional<String> read(int number, byte @Nullable [] value) {
        if (value == null) {
            addresses.remove(number);
            return Optional.empty();
        }
        try {
            var address = RecordJson.of(value).required(ADDRESS);
            if (!isHostAndPort(address)) {
                throw RecordJson.invalid(ADDRESS, "must be a host and a port, such as worker-0:9195");
            }
            addresses.put(number, address);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether a text is all that a URL has between its scheme and its path. */
    private static boolean isHostAndPort(String text) {
        try {
            var uri = new URI("http://" + text);
            return uri.getHost() != null && text.equals(uri.getHost() + ":" + uri.getPort());
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
