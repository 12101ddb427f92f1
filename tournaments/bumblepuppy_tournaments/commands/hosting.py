"""Commands for tournaments over a network; each imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bumblepuppy_tournaments.commands import arguments  # noqa: TC001 - typer reads the annotations
from bumblepuppy_tournaments.plain_errors import plain_errors


def serve(
    config: Annotated[Path | None, typer.Argument(help="A TOML file with settings.")] = None,
    listen: Annotated[str, typer.Option(help="HOST:PORT where guests come to.")] = "127.0.0.1:7600",
    advertise: Annotated[
        str | None, typer.Option(help="The name or address that guests know this machine by.")
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="A certificate's chain, in PEM.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key.")] = None,
    make_cert: Annotated[
        bool,
        typer.Option("--make-cert", help="Use a self-signed pair; make it if need be."),
    ] = False,
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Do without TLS beyond this machine.")
    ] = False,
    start_at: Annotated[
        str | None, typer.Option(help="Begin then at the latest: 18:00, or a date with a time.")
    ] = None,
    network_allowance: Annotated[
        float | None,
        typer.Option(help="Seconds of each decision granted to the network; 0.2 if nobody says."),
    ] = None,
    games: arguments.Games = None,
    seed: arguments.Seed = None,
    concurrency: arguments.Concurrency = None,
    sandbox: arguments.Sandbox = None,
    db: Annotated[
        Path | None, typer.Option(help="The tournament file; else one called after the settings.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines, as in a pipe.")] = False,
    json: arguments.Json = False,
) -> None:
    """Host a tournament for bots that come over a network, and for some at home.

    Those take part who are invited (see `bumblepuppy invite`), and the bots of the settings, or of
    the roster beside the tournament file. It begins when all are here, at --start-at, or when you
    press Enter. The same command plays on where it was stopped.

    \b
    Examples:
      bumblepuppy serve cup.toml            # on this machine alone, to try it
      bumblepuppy serve cup.toml --listen 0.0.0.0:7600 \\
        --advertise cup.example.org --make-cert
      bumblepuppy serve cup.toml --listen 0.0.0.0:7600 \\
        --tls-cert chain.pem --tls-key key.pem --start-at 18:00
    """
    with plain_errors():
        from functools import partial

        from bumblepuppy_tournaments.hosting import serve as hosting
        from bumblepuppy_tournaments.hosting.listening import Place
        from bumblepuppy_tournaments.settings.config import load_settings
        from bumblepuppy_tournaments.settings.settings import Overrides

        said = Overrides(games=games, seed=seed, concurrency=concurrency, sandbox=sandbox, db=db)
        place = Place(
            listen=listen,
            advertise=advertise,
            certificate=tls_cert,
            key=tls_key,
            make_cert=make_cert,
            insecure=insecure,
        )
        wishes = hosting.Wishes(
            load=partial(load_settings, config, said),
            place=place,
            start_at=start_at,
            allowance=network_allowance,
            plain=plain,
            json=json,
        )
        raise typer.Exit(hosting.serve(wishes))


def invite(
    name: Annotated[str, typer.Argument(help="What the bot is called.", metavar="NAME")],
    revoke: Annotated[
        bool, typer.Option("--revoke", help="Let it in no more; it may be invited again.")
    ] = False,
    file: Annotated[Path, typer.Option(help="The invitations, beside the tournament file.")] = Path(
        "invitations.toml"
    ),
) -> None:
    """Invite a bot to a tournament over a network: print its token, which is kept nowhere.

    Who is invited again gets another token; the old one is good no more, even while games go on.

    \b
    Examples:
      bumblepuppy invite ann
      bumblepuppy invite Ágata > agata.token
      bumblepuppy invite ann --revoke
    """
    with plain_errors():
        import datetime as dt

        from bumblepuppy_tournaments.hosting import invitations

        if revoke:
            invitations.revoke(file, name)
            typer.echo(f"{name!r} is let in no more.", err=True)
            return
        token = invitations.invite(file, name, dt.datetime.now().astimezone().date())
        typer.echo(f"The token of {name!r}, shown once; give it to nobody else:", err=True)
        typer.echo(token)
