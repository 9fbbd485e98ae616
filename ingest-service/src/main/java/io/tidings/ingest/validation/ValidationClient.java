package io.tidings.ingest.validation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.runtime.address.AddressResolver;
import io.tidings.runtime.address.RefusedAddressException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends validation requests, with the address rules of deliveries (B-SUB-4). Follows no redirect, keeps no
 * connection, and reads no more of a response than needed. Blocking; meant for virtual threads.
 */
public final class ValidationClient implements AutoCloseable {
    private static final int MAX_BODY_BYTES = 64 * 1024;
    private static final Http1Config RESPONSES = Http1Config.custom()
            .setMaxHeaderCount(100)
            .setMaxLineLength(8 * 1024)
            .build();

    private final CloseableHttpClient client;
    private final AddressResolver resolver;
    private final EndpointRules urls;
    private final Duration limit;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("handshake-limit").factory());

    private ValidationClient(CloseableHttpClient client, AddressResolver resolver, EndpointRules urls, Duration limit) {
        this.client = client;
        this.resolver = resolver;
        this.urls = urls;
        this.limit = limit;
    }

    /**
     * @param limit of one attempt, from the lookup to the end of the response
     * @param atOnce limit of concurrent attempts
     */
    public static ValidationClient open(EndpointRules urls, AddressRules rules, Duration limit, int atOnce) {
        return open(urls, rules, limit, atOnce, DefaultClientTlsStrategy.createDefault());
    }

    /** @param tls decides which certificates to trust */
    static ValidationClient open(
            EndpointRules urls, AddressRules rules, Duration limit, int atOnce, TlsSocketStrategy tls) {
        var resolver = new AddressResolver(rules);
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(resolver)
                .setTlsSocketStrategy(tls)
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(RESPONSES)
                        .build())
                .setMaxConnTotal(atOnce)
                .setMaxConnPerRoute(atOnce)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(limit))
                        .setSocketTimeout(Timeout.of(limit))
                        .build())
                .build();
        var client = HttpClients.custom()
                .setConnectionManager(connections)
                .setConnectionReuseStrategy((_, _, _) -> false)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(limit))
                        .setResponseTimeout(Timeout.of(limit))
                        .setRedirectsEnabled(false)
                        .build())
                .disableCookieManagement()
                .disableAuthCaching()
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableContentCompression()
                .setUserAgent("Tidings")
                .build();
        return new ValidationClient(client, resolver, urls, limit);
    }

    public ValidationResponse ask(ValidationQuestion.ValidationRequest request) {
        var scheme = request.endpoint().getScheme().toLowerCase(Locale.ROOT);
        if (!urls.allowHttp() && !scheme.equals("https")) {
            return new ValidationResponse.NotSent("the endpoint is not an https URL (see endpoint.allow.http)");
        }
        try {
            // Uses the lookup threads, because a lookup would pin the carrier of a virtual thread.
            var _ = resolver.lookup(request.endpoint().getHost())
                    .addresses()
                    .get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return exchange(request);
        } catch (ExecutionException e) {
            return e.getCause() instanceof RefusedAddressException refused
                    ? new ValidationResponse.NotSent(
                            "the endpoint has an address that is not allowed: " + refused.getMessage())
                    : new ValidationResponse.Missing("the endpoint's name has no address");
        } catch (TimeoutException e) {
            return new ValidationResponse.Missing("looking up the endpoint's name took too long");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ValidationResponse.Missing("the validation of the endpoint was interrupted");
        }
    }

    private ValidationResponse exchange(ValidationQuestion.ValidationRequest request) {
        var http = new HttpUriRequestBase(request.method(), request.endpoint());
        request.headers().forEach(http::setHeader);
        if (!request.body().isEmpty()) {
            http.setEntity(new StringEntity(request.body(), UTF_8));
        }
        var cut = timer.schedule(http::cancel, limit.toNanos(), TimeUnit.NANOSECONDS);
        try {
            return client.execute(http, ValidationClient::read);
        } catch (IOException e) {
            return failed(e, http.isCancelled());
        } finally {
            cut.cancel(false);
        }
    }

    private ValidationResponse failed(IOException failure, boolean cut) {
        if (cut || failure instanceof SocketTimeoutException) {
            return new ValidationResponse.Missing("the endpoint did not respond within " + limit.toSeconds() + " s");
        }
        return switch (failure) {
            case RefusedAddressException refused ->
                new ValidationResponse.NotSent(
                        "the endpoint has an address that is not allowed: " + refused.getMessage());
            case UnknownHostException _ -> new ValidationResponse.Missing("the endpoint's name has no address");
            case SSLException _ ->
                new ValidationResponse.Missing("the endpoint's TLS is not trusted (" + failure.getMessage() + ")");
            default ->
                new ValidationResponse.Missing(
                        "the validation request could not be sent (" + failure.getMessage() + ")");
        };
    }

    private static ValidationResponse read(ClassicHttpResponse response) throws IOException {
        var headers = new HashMap<String, String>();
        for (var header : response.getHeaders()) {
            headers.putIfAbsent(header.getName().toLowerCase(Locale.ROOT), header.getValue());
        }
        var entity = response.getEntity();
        var body = entity == null ? new byte[0] : entity.getContent().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            throw new IOException("its response has more than " + MAX_BODY_BYTES + " bytes");
        }
        return new ValidationResponse.Received(response.getCode(), headers, new String(body, UTF_8));
    }

    /** Cancels all requests. */
    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
        resolver.close();
        timer.shutdownNow();
    }
}
