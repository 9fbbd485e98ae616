package io.tidings.benchmark.stage;

import io.tidings.testbed.network.TestCertificate;
import io.tidings.testbed.process.ProcessGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The connections of a row to its sink. */
public enum SinkConnections {
    PLAIN("/all/ok", 0),

    /** Kept connections with TLS 1.3. */
    TLS("/all/ok", 2),

    /** A TLS connection for each request, which resumes the session of an earlier one. */
    NEW_TLS("/all/close", 2),

    /** The same with a full handshake. */
    NEW_TLS_IN_FULL("/all/close", 0);

    private final String path;
    /** The number of session tickets on each connection: two as of OpenSSL, not one as of the JDK. */
    private final int tickets;

    SinkConnections(String path, int tickets) {
        this.path = path;
        this.tickets = tickets;
    }

    public List<String> sinkJvm() {
        var options = new ArrayList<>(ProcessGroup.JVM);
        options.add("-Djdk.tls.server.newSessionTicketCount=" + tickets);
        return options;
    }

    /** The arguments of the sink, whose certificate is made in the folder. */
    public String[] sinkArguments(Path folder, LoadSize load, int ports) {
        var arguments = new ArrayList<>(List.of(Integer.toString(load.eventBytes()), Integer.toString(ports)));
        if (this != PLAIN) {
            var certificate = TestCertificate.make(certificate(folder), "EC", "ip:127.0.0.1");
            arguments.add(certificate.folder().toString());
        }
        return arguments.toArray(String[]::new);
    }

    /** Options of a JVM that trusts the sink. */
    public List<String> trust(Path folder) {
        return this == PLAIN ? List.of() : new TestCertificate(certificate(folder)).trust();
    }

    private static Path certificate(Path folder) {
        return folder.resolve("certificate").toAbsolutePath();
    }

    /** @param addresses that the sink announced */
    public String endpoint(List<String> addresses) {
        return (this == PLAIN ? addresses.getFirst() : addresses.getLast()) + path;
    }
}
