"""Publishes an event with azure.eventgrid and the token of an identity, and prints what the client asked for."""
import sys
import time

from azure.core.credentials import AccessToken
from azure.core.exceptions import HttpResponseError
from azure.eventgrid import EventGridEvent, EventGridPublisherClient

endpoint, token, certificate = sys.argv[1:]
asked = set()


class Credential:
    def get_token(self, *scopes, **options):
        asked.update(scopes)
        return AccessToken(token, int(time.time()) + 3600)


client = EventGridPublisherClient(endpoint, Credential(), connection_verify=certificate)
try:
    client.send(EventGridEvent(id="py", subject="/", event_type="t", data={}, data_version="1"))
    print("sent", *asked)
except HttpResponseError as error:
    print(type(error).__name__, error.status_code)
