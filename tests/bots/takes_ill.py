"""Plays, and ends its process at what its argument names: `errors`, `loss`, `void` or `nothing`.

With `goodbye` it does not end when it should.
"""

import signal
import sys

import grpc
from stream import Stream, first_legal

from bumblepuppy.v1 import referee_pb2 as pb

(ill,) = sys.argv[1:]


def play(stream: Stream) -> None:
    for message in stream:
        if message.goodbye and ill == "goodbye":
            signal.pause()
        if message.errors and ill == "errors":
            sys.exit("what is that?")
        if ill == "void" and any(result.reason == "void" for result in message.results):
            sys.exit("nobody won?")
        if message.requests:
            answers = [first_legal(request) for request in message.requests]
            stream.send(pb.PlayRequest(answers=answers))


while True:
    stream = Stream()
    try:
        play(stream)
        break
    except grpc.RpcError:
        if ill == "loss":
            sys.exit("where are you?")
    finally:
        stream.close()
