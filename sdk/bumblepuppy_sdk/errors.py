"""Every error that Bumblepuppy raises on purpose.

BumblepuppyError
├── OptionError         a rule option that is unknown, of a wrong type, or that cannot be dealt
├── NotationError       a text that is no card, no action or no record
├── IllegalActionError  an action that the rules do not allow here
├── ViewError           a view that no hidden cards can be imagined for
└── RefusedError        the referee will not have this bot (token, name, version)

A bot's fault in a game is data in the record, never one of these.
"""

from __future__ import annotations


class BumblepuppyError(Exception):
    """The root: catching it catches all that this project raises on purpose."""


class OptionError(BumblepuppyError):
    """A rule option is unknown, of the wrong type, out of range, or cannot be dealt."""


class NotationError(BumblepuppyError):
    """A text is not the notation of a card, an action or a record."""


class IllegalActionError(BumblepuppyError):
    """An action is not among the legal ones; the message names action, seat, clause and list."""


class ViewError(BumblepuppyError):
    """No state can be imagined for a view: its game offers none, is over, or its history is cut."""


class RefusedError(BumblepuppyError):
    """The referee refused the connection, for good."""
