"""Before each answer sends the one before it once more."""

from stream import Stream, first_legal

from bumblepuppy.v1 import referee_pb2 as pb

stream = Stream()
last: list[pb.Answer] = []
for message in stream:
    for request in message.requests:
        answer = first_legal(request)
        stream.send(pb.PlayRequest(answers=[*last, answer]))
        last = [answer]
