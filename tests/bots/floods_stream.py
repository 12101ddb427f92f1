"""Answers nothing, thousands of times over, from the first question on."""

from stream import Stream

from bumblepuppy.v1 import referee_pb2 as pb

stream = Stream()
noise = [pb.Answer(game_id=f"game {n}", decision=n) for n in range(1000)]
for message in stream:
    if message.requests:
        for _ in range(50):
            stream.send(pb.PlayRequest(answers=noise))
