"""Sends every answer twice, and one for a game that it does not play."""

from stream import Stream, first_legal

from bumblepuppy.v1 import referee_pb2 as pb

stream = Stream()
for message in stream:
    for request in message.requests:
        answer = first_legal(request)
        elsewhere = pb.Answer(game_id="not mine", decision=answer.decision, action=answer.action)
        stream.send(pb.PlayRequest(answers=[elsewhere, answer, answer]))
