"""Manages a topic, a domain and their event subscriptions with azure.mgmt.eventgrid, and prints what the client said as JSON."""
import json
import sys
import time

from azure.core.credentials import AccessToken
from azure.core.exceptions import HttpResponseError
from azure.mgmt.eventgrid import EventGridManagementClient
from azure.mgmt.eventgrid.models import (
    DeliveryWithResourceIdentity,
    Domain,
    DomainRegenerateKeyRequest,
    DomainUpdateParameters,
    EventSubscription,
    EventSubscriptionIdentity,
    EventSubscriptionUpdateParameters,
    InboundIpRule,
    Topic,
    TopicUpdateParameters,
    WebHookEventSubscriptionDestination,
)

address, token, subscription, webhook, certificate = sys.argv[1:]
GROUP = "Shop"
NAME = "py-orders"
DOMAIN = "py-tenants"


class Credential:
    def get_token(self, *scopes, **options):
        return AccessToken(token, int(time.time()) + 3600)


def refused(call):
    try:
        call()
    except HttpResponseError as error:
        return {"status": error.status_code, "message": error.message}


client = EventGridManagementClient(
    Credential(), subscription, base_url=address, connection_verify=certificate, polling_interval=1
)
topics, subscriptions, older = client.topics, client.topic_event_subscriptions, client.event_subscriptions
said = {}

created = topics.begin_create_or_update(GROUP, NAME, Topic(location="westeurope", tags={"team": "shop"})).result()
said["created"] = created.serialize(keep_readonly=True)
again = Topic(location="westeurope", public_network_access="Enabled", inbound_ip_rules=[],
              data_residency_boundary="WithinRegion")
said["again"] = topics.begin_create_or_update(GROUP, NAME, again).result().serialize(keep_readonly=True)
said["got"] = topics.get(GROUP, NAME).serialize(keep_readonly=True)
topics.begin_update(GROUP, NAME, TopicUpdateParameters(tags={"team": "billing"})).result()
said["updated"] = topics.get(GROUP, NAME).serialize(keep_readonly=True)
said["listed"] = [each.name for each in topics.list_by_resource_group(GROUP)]
said["keys"] = topics.list_shared_access_keys(GROUP, NAME).serialize()
locked = Topic(location="westeurope", disable_local_auth=True)
said["locked"] = topics.begin_create_or_update(GROUP, NAME, locked).result().disable_local_auth
said["restricted"] = {
    name: refused(lambda: topics.begin_create_or_update(GROUP, NAME, Topic(location="westeurope", **{name: value})))
    for name, value in {
        "public_network_access": "Disabled",
        "inbound_ip_rules": [InboundIpRule(ip_mask="10.0.0.0/8", action="Allow")],
    }.items()
}

domains, tenants = client.domains, client.domain_topics
domain = domains.begin_create_or_update(GROUP, DOMAIN, Domain(location="westeurope", tags={"team": "shop"})).result()
said["domain"] = domain.serialize(keep_readonly=True)
domains.begin_update(GROUP, DOMAIN, DomainUpdateParameters(auto_delete_topic_with_last_subscription=False)).result()
said["updatedDomain"] = domains.get(GROUP, DOMAIN).serialize(keep_readonly=True)
said["domains"] = [each.name for each in domains.list_by_resource_group(GROUP)]
keys = domains.list_shared_access_keys(GROUP, DOMAIN)
other = domains.regenerate_key(GROUP, DOMAIN, DomainRegenerateKeyRequest(key_name="key1"))
said["domainKeys"] = [keys.key1 == other.key1, keys.key2 == other.key2]
tenant = tenants.begin_create_or_update(GROUP, DOMAIN, "anna").result()
said["tenant"] = tenant.serialize(keep_readonly=True)

destination = WebHookEventSubscriptionDestination(endpoint_url=webhook + "/willing")
for calls, name, scope in (
    (subscriptions, "billing", (GROUP, NAME)),
    (older, "shipping", (created.id,)),
    (client.domain_event_subscriptions, "everything", (GROUP, DOMAIN)),
    (client.domain_topic_event_subscriptions, "first", (GROUP, DOMAIN, "otto")),
    (older, "own", (tenant.id,)),
):
    wanted = EventSubscription(destination=destination, labels=["a"])
    steps = [calls.begin_create_or_update(*scope, name, wanted).result().provisioning_state]
    steps.append(calls.begin_create_or_update(*scope, name, wanted).result().provisioning_state)
    calls.begin_update(*scope, name, EventSubscriptionUpdateParameters(labels=["b"])).result()
    steps.append(calls.get(*scope, name).labels)
    steps.append(calls.get_full_url(*scope, name).endpoint_url)
    calls.begin_delete(*scope, name).result()
    steps.append(refused(lambda: calls.get(*scope, name))["status"])
    said[name] = steps

said["tenants"] = [each.name for each in tenants.list_by_domain(GROUP, DOMAIN)]
client.domain_topic_event_subscriptions.begin_create_or_update(
    GROUP, DOMAIN, "anna", "kept", EventSubscription(destination=destination)).result()
said["ofTenant"] = [each.name for each in older.list_by_domain_topic(GROUP, DOMAIN, "anna")]
said["ofDomains"] = [each.name for each in older.list_global_by_subscription_for_topic_type(
    "Microsoft.EventGrid.Domains") if each.topic.endswith("py-tenants/topics/anna")]
tenants.begin_delete(GROUP, DOMAIN, "anna").result()
said["noTenant"] = refused(lambda: tenants.get(GROUP, DOMAIN, "anna"))["status"]
domains.begin_delete(GROUP, DOMAIN).result()
said["noDomain"] = refused(lambda: domains.get(GROUP, DOMAIN))["status"]

identity = EventSubscriptionIdentity(type="SystemAssigned")
with_identity = EventSubscription(delivery_with_resource_identity=DeliveryWithResourceIdentity(
    identity=identity, destination=destination))
subscriptions.begin_create_or_update(GROUP, NAME, "identified", with_identity).result()
said["identified"] = subscriptions.get(GROUP, NAME, "identified").serialize(keep_readonly=True)["properties"]

mine = lambda found: [f"{each.topic.split('/')[-1]}/{each.name}" for each in found if each.topic.endswith(NAME)]
topic_type = "Microsoft.EventGrid.Topics"
said["lists"] = [mine(found) for found in (
    older.list_global_by_subscription(),
    older.list_global_by_resource_group(GROUP),
    older.list_global_by_subscription_for_topic_type(topic_type),
    older.list_global_by_resource_group_for_topic_type(GROUP, topic_type),
    older.list_regional_by_subscription("here"),
    older.list_regional_by_resource_group(GROUP, "here"),
    older.list_regional_by_subscription_for_topic_type("here", topic_type),
    older.list_regional_by_resource_group_for_topic_type(GROUP, "here", topic_type),
    older.list_by_resource(GROUP, "Microsoft.EventGrid", "topics", NAME),
)]
said["other"] = mine(older.list_global_by_subscription_for_topic_type("Microsoft.Storage.StorageAccounts"))
said["eventTypes"] = [each.name for each in topics.list_event_types(GROUP, "Microsoft.EventGrid", "topics", NAME)]
said["topicTypes"] = [each.name for each in client.topic_types.list()]
said["operations"] = [each.name for each in client.operations.list()]

topics.begin_delete(GROUP, NAME).result()
topics.begin_delete(GROUP, NAME).result()
said["gone"] = refused(lambda: topics.get(GROUP, NAME))["status"]
print(json.dumps(said))
