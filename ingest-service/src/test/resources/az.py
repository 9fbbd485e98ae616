"""Manages a topic, a domain and event subscriptions with az, a new process for each command, and prints what it said as JSON."""
import json
import os
import subprocess
import sys

address, token, webhook, certificate, folder = sys.argv[1:]
GROUP = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/Shop"
TOPIC = GROUP + "/providers/Microsoft.EventGrid/topics/az-orders"
VERSION = "?api-version=2022-06-15"
environment = dict(
    os.environ, AZURE_CONFIG_DIR=folder, REQUESTS_CA_BUNDLE=certificate, AZURE_CORE_COLLECT_TELEMETRY="no"
)


def az(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "azure.cli", *arguments, "--output", "json"],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )
    if done.returncode:
        sys.exit(f"az {arguments[:2]} failed:\n{done.stderr}")
    return json.loads(done.stdout or "null")


def subscription(path):
    return {"destination": {"endpointType": "WebHook", "properties": {"endpointUrl": webhook + path}}}


said = {}
az("cloud", "register", "--name", "tidings", "--endpoint-resource-manager", address)
az("cloud", "set", "--name", "tidings")
said["login"] = az("login", "--service-principal", "--username", "anybody", "--password", token,
                   "--tenant", "00000000-0000-0000-0000-000000000000")
said["group"] = az("group", "create", "--name", "Shop", "--location", "here")
said["exists"] = az("group", "exists", "--name", "Shop")
said["provider"] = az("provider", "show", "--namespace", "Microsoft.EventGrid")
resource = ("--resource-group", "Shop", "--resource-type", "Microsoft.EventGrid/topics", "--name", "az-orders")
said["created"] = az("resource", "create", *resource, "--location", "here",
                     "--properties", '{"inputSchema": "EventGridSchema", "disableLocalAuth": false}')
said["tagged"] = az("resource", "tag", "--ids", TOPIC, "--tags", "team=shop")
said["updated"] = az("resource", "update", "--ids", TOPIC, "--set", "tags.team=billing")
said["shown"] = az("resource", "show", *resource)
said["listed"] = az("resource", "list", "--resource-group", "Shop")
said["typed"] = az("resource", "list", "--resource-type", "Microsoft.EventGrid/topics")
said["others"] = az("resource", "list", "--resource-type", "Microsoft.Storage/storageAccounts")
said["keys"] = az("resource", "invoke-action", "--action", "listKeys", "--ids", TOPIC)
billing = TOPIC + "/eventSubscriptions/billing"
said["put"] = az("rest", "--method", "put", "--url", billing + VERSION,
                 "--body", json.dumps({"properties": subscription("/willing")}))
shipping = TOPIC + "/providers/Microsoft.EventGrid/eventSubscriptions/shipping"
said["extension"] = az("resource", "create", "--id", shipping, "--location", "here",
                       "--properties", json.dumps(subscription("/willing")))
said["subscriptions"] = az(
    "rest", "--method", "get", "--url", GROUP + "/providers/Microsoft.EventGrid/eventSubscriptions" + VERSION)
domain = ("--resource-group", "Shop", "--resource-type", "Microsoft.EventGrid/domains", "--name", "az-tenants")
said["domain"] = az("resource", "create", *domain, "--location", "here", "--properties", "{}")
tenant = said["domain"]["id"] + "/topics/anna"
said["tenant"] = az("resource", "create", "--id", tenant, "--location", "here", "--properties", "{}")
said["own"] = az("resource", "create", "--id", tenant + "/providers/Microsoft.EventGrid/eventSubscriptions/own",
                 "--location", "here", "--properties", json.dumps(subscription("/willing")))
said["domains"] = az("resource", "list", "--resource-type", "Microsoft.EventGrid/domains")
az("resource", "delete", "--ids", said["domain"]["id"])
az("resource", "delete", "--ids", shipping)
az("resource", "delete", "--ids", TOPIC)
said["left"] = az("resource", "list", "--resource-group", "Shop")
print(json.dumps(said))
