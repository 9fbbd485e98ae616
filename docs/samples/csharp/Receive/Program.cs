// An endpoint that accepts the handshake of a subscription and prints the events that it gets. Not compiled or run by a
// test.
using Azure.Messaging.EventGrid;
using Azure.Messaging.EventGrid.SystemEvents;

var app = WebApplication.CreateBuilder(args).Build();
app.MapPost("/", async (HttpRequest request) =>
{
    foreach (var each in EventGridEvent.ParseMany(await BinaryData.FromStreamAsync(request.Body)))
    {
        if (each.TryGetSystemEventData(out var data) && data is SubscriptionValidationEventData validation)
        {
            return Results.Json(new { validationResponse = validation.ValidationCode });
        }
        Console.WriteLine($"{each.EventType} {each.Subject} {each.Data}");
    }
    return Results.Ok();
});
app.Run($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT")}");
