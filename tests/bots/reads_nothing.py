"""Provokes more complaints than fit on the way, reads none, and guesses what echoes are due."""

import time

from stream import Stream

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.connection import CHANNEL

CHANNEL.extend([("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 0)])
stream = Stream()
stale = [pb.Answer(game_id="x" * 1000, decision=number) for number in range(200)]
for _ in range(4):
    stream.send(pb.PlayRequest(answers=stale))
    time.sleep(0.05)
for number in range(1, 400):
    stream.send(pb.PlayRequest(heartbeats=[pb.Heartbeat(number=1 + number // 4)]))
    time.sleep(0.5)
