package io.tidings.testbed.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Reports what was counted, and changes behaviours.
 *
 * <pre>
 *   /control/count/BELOW/PREFIX       counts of groups by a prefix of their names; distinct numbers below BELOW
 *   /control/seen/GROUP               the numbers that the group has received, as bits
 *   /control/latencies/PREFIX         histogram in microseconds, encoded
 *   /control/forget                   resets the histograms
 *   /control/order/GROUP/BEHAVIOUR    changes the behaviour of the group
 * </pre>
 */
record ControlHandler(PathGroups groups) implements AsyncServerRequestHandler<Message<HttpRequest, Void>> {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public AsyncRequestConsumer<Message<HttpRequest, Void>> prepare(
            HttpRequest request, @Nullable EntityDetails entity, HttpContext context) {
        return new BasicRequestConsumer<>(new DiscardingEntityConsumer<>());
    }

    @Override
    public void handle(Message<HttpRequest, Void> request, ResponseTrigger trigger, HttpContext context)
            throws HttpException, IOException {
        var words = PathGroups.words(request.getHead().getPath());
        var response = AsyncResponseBuilder.create(HttpStatus.SC_OK)
                .setEntity(response(words.get(1), words.subList(2, words.size())), ContentType.TEXT_PLAIN)
                .build();
        trigger.submitResponse(response, context);
    }

    private String response(String order, List<String> about) throws JsonProcessingException {
        return switch (order) {
            case "count" ->
                JSON.writeValueAsString(groups.counts(prefix(about, 1), Integer.parseInt(about.getFirst())));
            case "seen" -> text(groups.seen(about.getFirst()).toByteArray());
            case "latencies" -> encoded(groups.latencies(prefix(about, 0)));
            case "forget" -> {
                groups.forgetLatencies();
                yield "";
            }
            case "order" -> {
                groups.tally(about.getFirst()).order(SinkBehaviour.of(about.subList(1, about.size())));
                yield "";
            }
            default -> throw new IllegalArgumentException("no order: " + order);
        };
    }

    private static String prefix(List<String> words, int index) {
        return words.size() > index ? words.get(index) : "";
    }

    private static String encoded(Histogram histogram) {
        var bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(bytes);
        return text(Arrays.copyOf(bytes.array(), length));
    }

    private static String text(byte[] bytes) {
        return new String(Base64.getEncoder().encode(bytes), UTF_8);
    }
}
