"""An endpoint that accepts the handshake of a subscription and prints the events that it gets."""
import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from azure.eventgrid import EventGridEvent


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        said = None
        for each in json.loads(self.rfile.read(int(self.headers["Content-Length"]))):
            event = EventGridEvent.from_dict(each)
            if event.event_type == "Microsoft.EventGrid.SubscriptionValidationEvent":
                said = {"validationResponse": event.data["validationCode"]}
            else:
                print(event.event_type, event.subject, json.dumps(event.data), flush=True)
        body = json.dumps(said).encode() if said else b""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


print("listening", flush=True)
HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
