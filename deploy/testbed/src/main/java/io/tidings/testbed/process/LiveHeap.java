package io.tidings.testbed.process;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The heap in use after a garbage collection, asked by JMX, because jcmd would start a JVM for each look. */
public final class LiveHeap {
    private static final double MEGABYTE = 1024.0 * 1024;

    private LiveHeap() {}

    /**
     * Collects the garbage of a process.
     *
     * @throws IllegalStateException if the JVM starts or ends
     */
    @SuppressWarnings("BanJNDI") // the address is that of a process of ours, on this machine
    public static double megabytes(ChildProcess process) {
        try (var connector = JMXConnectorFactory.connect(new JMXServiceURL(agent(process.pid())))) {
            var jvm = connector.getMBeanServerConnection();
            var memory = new ObjectName(ManagementFactory.MEMORY_MXBEAN_NAME);
            jvm.invoke(memory, "gc", null, null);
            var usage = MemoryUsage.from((CompositeData) jvm.getAttribute(memory, "HeapMemoryUsage"));
            return usage.getUsed() / MEGABYTE;
        } catch (IOException | JMException | AttachNotSupportedException e) {
            throw new IllegalStateException("%s does not tell the size of its heap".formatted(process.name()), e);
        }
    }

    /** Starts the JMX agent in that JVM, if necessary. */
    private static String agent(long pid) throws IOException, AttachNotSupportedException {
        var jvm = VirtualMachine.attach(Long.toString(pid));
        try {
            return jvm.startLocalManagementAgent();
        } finally {
            jvm.detach();
        }
    }
}
