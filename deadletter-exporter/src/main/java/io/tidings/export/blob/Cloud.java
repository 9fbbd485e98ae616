package io.tidings.export.blob;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The kinds of storage that are not a file system, with what Apache OpenDAL calls them and their options. */
enum Cloud {
    AZURE_BLOB(
            "azblob",
            "azblob",
            "container",
            Set.of(
                    "endpoint",
                    "account_name",
                    "account_key",
                    "sas_token",
                    "encryption_key",
                    "encryption_key_sha256",
                    "encryption_algorithm"),
            "ContainerNotFound"),
    S3(
            "s3",
            "s3",
            "bucket",
            Set.of(
                    "endpoint",
                    "region",
                    "access_key_id",
                    "secret_access_key",
                    "session_token",
                    "role_arn",
                    "role_session_name",
                    "external_id",
                    "allow_anonymous",
                    "disable_config_load",
                    "disable_ec2_metadata",
                    "enable_virtual_host_style",
                    "enable_request_payer",
                    "default_storage_class",
                    "checksum_algorithm",
                    "server_side_encryption",
                    "server_side_encryption_aws_kms_key_id",
                    "server_side_encryption_customer_algorithm",
                    "server_side_encryption_customer_key",
                    "server_side_encryption_customer_key_md5"),
            "NoSuchBucket"),
    GOOGLE(
            "gs",
            "gcs",
            "bucket",
            Set.of(
                    "endpoint",
                    "scope",
                    "service_account",
                    "credential",
                    "credential_path",
                    "token",
                    "allow_anonymous",
                    "disable_config_load",
                    "disable_vm_metadata",
                    "default_storage_class",
                    "predefined_acl"),
            "bucket does not exist");

    private final String scheme;
    private final String service;
    private final String bucketOption;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> options;

    private final String missing;

    Cloud(String scheme, String service, String bucketOption, Set<String> options, String missing) {
        this.scheme = scheme;
        this.service = service;
        this.bucketOption = bucketOption;
        this.options = options;
        this.missing = missing;
    }

    static Optional<Cloud> of(String scheme) {
        return Stream.of(values()).filter(cloud -> cloud.scheme.equals(scheme)).findFirst();
    }

    /** Of a URI. */
    String scheme() {
        return scheme;
    }

    /** The library's word. */
    String service() {
        return service;
    }

    /** The library's option for what the cloud itself calls a container or bucket. */
    String bucketOption() {
        return bucketOption;
    }

    /** What a URI may say behind its question mark. */
    Set<String> options() {
        return options;
    }

    /**
     * Words of the cloud's own error that say that the container is missing. Nothing less will do: a 404 may as well
     * come from a proxy, and what is meant for a missing container is dropped.
     */
    String missing() {
        return missing;
    }
}
