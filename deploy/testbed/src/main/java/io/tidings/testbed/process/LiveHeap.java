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

/** What a JVM needs of its heap once all garbage is collected. It is asked by JMX: a jcmd would be one more JVM a look. */
public final class LiveHeap {
    private static final double MEGABYTE = 1024.0 * 1024;

    private LiveHeap() {}

    /**
     * Collects the garbage of that process.
     *
     * @throws IllegalStateException if it cannot be asked: it ends just now, or has just begun
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

    /** Starts it in that JVM if it is not there. */
    private static String agent(long pid) throws IOException, AttachNotSupportedException {
        var jvm = VirtualMachine.attach(Long.toString(pid));
        try {
            return jvm.startLocalManagementAgent();
        } finally {
            jvm.detach();
        }
    }
}
