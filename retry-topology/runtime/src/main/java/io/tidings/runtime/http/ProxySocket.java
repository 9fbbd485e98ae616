package io.tidings.runtime.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A socket whose connection goes through the proxy, unless the endpoint is one that is reached directly. */
final class ProxySocket extends Socket {
    private static final int CHUNK = 1024;

    /** The lookup of the proxy and the connection to it get a third of the time each, so that what fails is known. */
    private static final int PARTS = 3;

    private final OutgoingProxy proxy;

    ProxySocket(OutgoingProxy proxy) {
        this.proxy = proxy;
    }

    /** @throws UncheckedIOException if the proxy is away, so that HttpClient tries no other address of the endpoint */
    @Override
    public void connect(SocketAddress address, int timeout) throws IOException {
        var endpoint = (InetSocketAddress) address;
        if (proxy.bypassed(endpoint.getHostString(), endpoint.getAddress())) {
            super.connect(endpoint, timeout);
            return;
        }
        try {
            reachProxy(timeout / PARTS);
            tunnel(endpoint, timeout);
            proxy.connected();
        } catch (ProxyException e) {
            if (e.away()) {
                if (!isClosed()) { // by us, when the time was over
                    proxy.lost(e);
                }
                throw new UncheckedIOException(e);
            }
            throw e;
        }
    }

    private void reachProxy(int timeout) throws IOException {
        try {
            super.connect(proxy.address().get(timeout, TimeUnit.MILLISECONDS), timeout);
        } catch (ExecutionException | TimeoutException | IOException e) {
            throw ProxyException.away(proxy, "cannot be reached", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the proxy was looked up");
        }
    }

    private void tunnel(InetSocketAddress endpoint, int timeout) throws IOException {
        int usual = getSoTimeout();
        setSoTimeout(timeout);
        try {
            getOutputStream().write(proxy.connect(endpoint));
            awaitAnswer();
        } catch (ProxyException e) {
            throw e;
        } catch (SocketTimeoutException _) {
            throw ProxyException.refused(proxy, "did not answer CONNECT in time");
        } catch (IOException e) {
            throw ProxyException.away(proxy, "broke the connection before it answered CONNECT", e);
        }
        setSoTimeout(usual);
    }

    private void awaitAnswer() throws IOException {
        var answer = new ConnectAnswer(proxy);
        var bytes = new byte[CHUNK];
        int count;
        do {
            count = getInputStream().read(bytes);
            if (count < 0) {
                throw ProxyException.away(proxy, "closed the connection before it answered CONNECT", null);
            }
        } while (!answer.complete(ByteBuffer.wrap(bytes, 0, count)));
    }
}
