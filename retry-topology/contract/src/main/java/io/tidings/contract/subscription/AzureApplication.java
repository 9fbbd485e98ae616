package io.tidings.contract.subscription;

/**
 * The application of a Microsoft Entra tenant that an endpoint belongs to, as Event Grid names it.
 *
 * @param tenant its id or one of its domains
 * @param application its id or the URI of the application
 */
public record AzureApplication(String tenant, String application) {}
