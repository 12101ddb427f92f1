"""Answers at each message what it was not asked: in its games, and in some that it made up."""

from stream import Stream, first_legal

from bumblepuppy.v1 import referee_pb2 as pb

stream = Stream()
games = ["answers_for_others-1", "illegal-1", "not mine"]
for message in stream:
    answers = [first_legal(request) for request in message.requests]
    for request in message.requests:
        action = request.legal[-1]
        answers += [
            pb.Answer(game_id=game, decision=request.decision + 1, action=action) for game in games
        ]
    if answers:
        stream.send(pb.PlayRequest(answers=answers))
