package io.tidings.runtime.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.runtime.address.AddressResolver;
import io.tidings.runtime.address.RefusedAddressException;
import io.tidings.runtime.http.HttpReply.Cause;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Sends single requests, with the address rules of deliveries (B-SUB-4). Follows no redirect, keeps no connection, and
 * reads no more of a response than needed. Blocking; meant for virtual threads.
 */
public final class CheckedClient implements AutoCloseable {
    private static final int MAX_BODY_BYTES = 64 * 1024;
    private static final String TLS = "tidings.tls";
    private static final Http1Config RESPONSES = Http1Config.custom()
            .setMaxHeaderCount(100)
            .setMaxLineLength(8 * 1024)
            .build();

    private final String server;
    private final CloseableHttpClient client;
    private final AddressResolver resolver;
    private final EndpointRules urls;
    private final Duration limit;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("request-limit").factory());

    private CheckedClient(
            String server, CloseableHttpClient client, AddressResolver resolver, EndpointRules urls, Duration limit) {
        this.server = server;
        this.client = client;
        this.resolver = resolver;
        this.urls = urls;
        this.limit = limit;
    }

    /**
     * @param server its name in sentences, such as "the endpoint"
     * @param proxy null for none
     * @param limit of one request, from the lookup to the end of the response
     * @param atOnce limit of concurrent requests
     */
    public static CheckedClient open(
            String server,
            EndpointRules urls,
            AddressRules rules,
            @Nullable OutgoingProxy proxy,
            Duration limit,
            int atOnce) {
        var resolver = new AddressResolver(rules);
        var client = HttpClients.custom()
                .setConnectionManager(connections(resolver, proxy, limit, atOnce))
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
        return new CheckedClient(server, client, resolver, urls, limit);
    }

    private static PoolingHttpClientConnectionManager connections(
            AddressResolver resolver, @Nullable OutgoingProxy proxy, Duration limit, int atOnce) {
        var trusted = DefaultClientTlsStrategy.createDefault();
        TlsSocketStrategy ofRequest =
                (socket, host, port, attachment, context) -> (context.getAttribute(TLS) instanceof SSLContext own
                                ? new DefaultClientTlsStrategy(own)
                                : trusted)
                        .upgrade(socket, host, port, attachment, context);
        return builder(proxy)
                .setDnsResolver(resolver)
                .setTlsSocketStrategy(ofRequest)
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(RESPONSES)
                        .responseParserFactory(_ -> heads())
                        .build())
                .setMaxConnTotal(atOnce)
                .setMaxConnPerRoute(atOnce)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(limit))
                        .setSocketTimeout(Timeout.of(limit))
                        .build())
                .build();
    }

    private static PoolingHttpClientConnectionManagerBuilder builder(@Nullable OutgoingProxy proxy) {
        return proxy == null ? PoolingHttpClientConnectionManagerBuilder.create() : new ThroughProxy(proxy);
    }

    private static final class ThroughProxy extends PoolingHttpClientConnectionManagerBuilder {
        private final OutgoingProxy proxy;

        ThroughProxy(OutgoingProxy proxy) {
            this.proxy = proxy;
        }

        @Override
        protected HttpClientConnectionOperator createConnectionOperator(
                @Nullable SchemePortResolver ports, DnsResolver names, TlsSocketStrategy tls) {
            var strategies = RegistryBuilder.<TlsSocketStrategy>create()
                    .register(URIScheme.HTTPS.id, tls)
                    .build();
            return new DefaultHttpClientConnectionOperator(_ -> new ProxySocket(proxy), ports, names, strategies);
        }
    }

    private static HttpMessageParser<ClassicHttpResponse> heads() {
        var parser = new DefaultHttpResponseParserFactory(RESPONSES).create();
        var interim = new InterimLimit();
        return (buffer, stream) -> {
            var head = parser.parse(buffer, stream);
            if (head != null) {
                interim.count(head);
            }
            return head;
        };
    }

    /** @param tls the certificates of both sides; null for the JDK's trust and no client certificate */
    public HttpReply send(HttpQuestion question, @Nullable SSLContext tls) {
        var scheme = question.url().getScheme().toLowerCase(Locale.ROOT);
        if (!urls.allowHttp() && !scheme.equals("https")) {
            return new HttpReply.RequestWithheld(server + " is not an https URL (see endpoint.allow.http)");
        }
        try {
            // Uses the lookup threads, because a lookup would pin the carrier of a virtual thread.
            var _ = resolver.lookup(question.url().getHost()).addresses().get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return exchange(question, tls);
        } catch (ExecutionException e) {
            return e.getCause() instanceof RefusedAddressException refused
                    ? notAllowed(refused)
                    : missing(server + "'s name has no address", Cause.NOT_REACHED);
        } catch (TimeoutException e) {
            return missing("looking up " + server + "'s name took too long", Cause.TIMED_OUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return missing("the request to " + server + " was interrupted", Cause.NOT_REACHED);
        }
    }

    private static HttpReply missing(String reason, Cause cause) {
        return new HttpReply.ResponseMissing(reason, cause);
    }

    private HttpReply exchange(HttpQuestion question, @Nullable SSLContext tls) {
        var http = new HttpUriRequestBase(question.method(), question.url());
        question.headers().forEach(http::setHeader);
        if (!question.body().isEmpty()) {
            http.setEntity(new StringEntity(question.body(), UTF_8));
        }
        var context = HttpClientContext.create();
        if (tls != null) {
            context.setAttribute(TLS, tls);
        }
        var cut = timer.schedule(http::cancel, limit.toNanos(), TimeUnit.NANOSECONDS);
        try {
            return client.execute(http, context, CheckedClient::read);
        } catch (UncheckedIOException e) {
            return failed(requireNonNull(e.getCause()), http.isCancelled());
        } catch (IOException e) {
            return failed(e, http.isCancelled());
        } finally {
            cut.cancel(false);
        }
    }

    private HttpReply failed(IOException failure, boolean cut) {
        if (cut || failure instanceof SocketTimeoutException) {
            return missing(server + " did not respond within " + limit.toSeconds() + " s", Cause.TIMED_OUT);
        }
        return switch (failure) {
            case RefusedAddressException refused -> notAllowed(refused);
            case ProxyException proxy -> notReached(proxy);
            case UnknownHostException _ -> missing(server + "'s name has no address", Cause.NOT_REACHED);
            case SSLException _ -> missing(server + "'s TLS is not trusted (" + failure.getMessage() + ")", Cause.TLS);
            case TooLargeException _ -> missing(server + " was reached: " + failure.getMessage(), Cause.TOO_LARGE);
            default ->
                missing(
                        "the request to " + server + " could not be sent (" + failure.getMessage() + ")",
                        Cause.NOT_REACHED);
        };
    }

    private HttpReply notReached(ProxyException failure) {
        var reason = server + " was not reached: " + failure.getMessage();
        return failure.away() ? new HttpReply.ProxyUnavailable(reason) : missing(reason, Cause.NOT_REACHED);
    }

    private HttpReply notAllowed(RefusedAddressException refused) {
        return new HttpReply.RequestWithheld(server + " has an address that is not allowed: " + refused.getMessage());
    }

    private static HttpReply read(ClassicHttpResponse response) throws IOException {
        var headers = new HashMap<String, String>();
        for (var header : response.getHeaders()) {
            headers.putIfAbsent(header.getName().toLowerCase(Locale.ROOT), header.getValue());
        }
        var entity = response.getEntity();
        var body = entity == null ? new byte[0] : entity.getContent().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            throw new TooLargeException();
        }
        return new HttpReply.WholeResponse(response.getCode(), headers, new String(body, UTF_8));
    }

    /** Thrown, because what is left of a response would be read behind a usual return. */
    private static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1;

        TooLargeException() {
            super("its response has more than " + MAX_BODY_BYTES + " bytes");
        }
    }

    /** Cancels all requests. */
    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
        resolver.close();
        timer.shutdownNow();
    }
}
