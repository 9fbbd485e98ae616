package io.tidings.runtime.http;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.LocalHosts;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import java.net.InetAddress;
import java.util.List;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * A listener for other programs of the same cluster.
 *
 * @param name the prefix of its settings
 * @param secret that signs requests; null for a loopback listener without one
 * @param advertised where others reach the listener; null: its host and port
 */
public record ProgramListener(
        String name,
        String host,
        int port,
        @Nullable Password secret,
        @Nullable String advertised) {
    /**
     * @param text host and port
     * @param example a port
     * @param others who must have the same secret
     * @throws InvalidSettings if other hosts could ask without a secret, or the text is no host and port
     */
    public static ProgramListener of(
            String name,
            String text,
            @Nullable Password secret,
            @Nullable String advertised,
            int example,
            String others) {
        int colon = text.lastIndexOf(':');
        if (colon < 1 || !text.substring(colon + 1).matches("\\d{1,5}")) {
            throw new InvalidSettings(List.of(name + ".listen: \"" + text + "\" is not such as 127.0.0.1:" + example));
        }
        var host = text.substring(0, colon);
        if (secret == null && !LocalHosts.isLocalHost(host)) {
            throw new InvalidSettings(List.of(name + ".secret: " + name + ".listen is " + text
                    + ", which other hosts reach; set a secret of at least 20 random characters, the same for "
                    + others));
        }
        return new ProgramListener(name, host, Integer.parseInt(text.substring(colon + 1)), secret, advertised);
    }

    /** @param open the port that the listener has */
    public String advertised(int open) {
        if (advertised != null) {
            return advertised;
        }
        boolean any = AddressRules.literal(host)
                .filter(InetAddress::isAnyLocalAddress)
                .isPresent();
        return (any ? CommonSettings.hostName(name + ".advertised") : host) + ":" + open;
    }
}
