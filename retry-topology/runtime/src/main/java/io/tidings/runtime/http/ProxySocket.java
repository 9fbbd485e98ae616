package io.tidings.runtime.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/** A socket whose connection goes through the proxy, unless the endpoint is one that is reached directly. */
final class ProxySocket extends Socket {
    private static final int CHUNK = 1024;

    private final OutgoingProxy proxy;

    ProxySocket(OutgoingProxy proxy) {
        this.proxy = proxy;
    }

    @Override
    public void connect(SocketAddress address, int timeout) throws IOException {
        var endpoint = (InetSocketAddress) address;
        if (proxy.bypassed(endpoint.getHostString(), endpoint.getAddress())) {
            super.connect(endpoint, timeout);
            return;
        }
        try {
            super.connect(proxy.address(), timeout);
        } catch (IOException e) {
            throw ProxyException.away(proxy, "cannot be reached", e);
        }
        try {
            tunnel(endpoint, timeout);
        } catch (SocketTimeoutException _) {
            throw ProxyException.refused(proxy, "did not answer CONNECT in time");
        }
    }

    private void tunnel(InetSocketAddress endpoint, int timeout) throws IOException {
        int usual = getSoTimeout();
        setSoTimeout(timeout);
        getOutputStream().write(proxy.connect(endpoint));
        var answer = new ConnectAnswer(proxy);
        var bytes = new byte[CHUNK];
        int count;
        do {
            count = getInputStream().read(bytes);
            if (count < 0) {
                throw ProxyException.away(proxy, "closed the connection before it answered CONNECT", null);
            }
        } while (!answer.complete(ByteBuffer.wrap(bytes, 0, count)));
        setSoTimeout(usual);
    }
}
