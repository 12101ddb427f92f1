"""Closes its stream when it is first asked, comes back, and plays from then on."""

import grpc
from stream import Stream, first_legal

from bumblepuppy.v1 import referee_pb2 as pb

stream = Stream()
next(message for message in stream if message.requests)
stream.close()
while True:
    stream = Stream()
    try:
        for message in stream:
            if message.requests:
                answers = [first_legal(request) for request in message.requests]
                stream.send(pb.PlayRequest(answers=answers))
        break
    except grpc.RpcError as error:
        if error.code() is not grpc.StatusCode.ALREADY_EXISTS:  # it was too quick
            raise
    stream.close()
