package io.tidings.runtime.address;

import java.net.UnknownHostException;

/** A host has addresses, but none that is allowed (B-SUB-4). */
public final class RefusedAddressException extends UnknownHostException {
    private static final long serialVersionUID = 1;

    RefusedAddressException(String host) {
        super(host + " has only addresses that endpoints must not have; see endpoint.allow.networks");
    }
}
