"""Publishes an event with azure.eventgrid and the token of an identity, and prints what the client asked for."""
import sys
import time

from azure.core.credentials import AccessToken
from azure.core.exceptions import HttpResponseError
from azure.eventgrid import EventGridEvent, EventGridPublisherClient

endpoint, token, certificate, *topic = sys.argv[1:]
asked = set()


class Credential:
    def get_token(self, *scopes, **options):
        asked.update(scopes)
        return AccessToken(token, int(time.time()) + 3600)


client = EventGridPublisherClient(endpoint, Credential(), connection_verify=certificate)
try:
    named = {"topic": topic[0], "id": "py-" + topic[0]} if topic else {"id": "py"}
    client.send(EventGridEvent(subject="/", event_type="t", data={}, data_version="1", **named))
    print("sent", *asked)
except HttpResponseError as error:
    print(type(error).__name__, error.status_code)
