"""Publishes one event."""
import os

from azure.core.credentials import AzureKeyCredential
from azure.eventgrid import EventGridEvent, EventGridPublisherClient

client = EventGridPublisherClient(os.environ["ENDPOINT"], AzureKeyCredential(os.environ["KEY"]))
client.send(EventGridEvent(subject="/orders/1", event_type="Order.Placed", data={"amount": 42}, data_version="1.0"))
print("published")
