"""The command `kaiju`: one table of verbs; a verb is imported only when it is used.

Exit codes: 0 all is well, 1 a judged thing failed, 2 the input is wrong, 3 Kaiju itself is
wrong, 130 stopped with Ctrl-C, 141 nobody reads the output any more.
"""

from __future__ import annotations

import difflib
import errno
import importlib
import io
import os
import select
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from conformance.compiled.choosing import choose
from rules_dsl.errors import KaijuError, printable

USER_ERROR = 2
INTERNAL_ERROR = 3
STOPPED = 130
UNREAD = 141

# What happens to an output, or to a disk, whatever we do.
OUT_OF_OUR_HANDS = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EBADF)

SYMLINK_LOOP = "Symlink loop from"

# What only some verbs need, and the extra of the distribution that brings it.
EXTRAS = {"hypothesis": "conformance", "pytest": "conformance"}

# user -> verb -> (where it lives, its short help). The short help stands here a second time so
# that help and completion import no verb; a test holds that it equals the verb's own.
VERBS: dict[str, dict[str, tuple[str, str]]] = {
    "For implementers (where does my engine break the rules, and why?)": {
        "init": ("conformance.verbs.init:init", "Begin an adapter for your engine."),
        "smoke": ("conformance.verbs.smoke:smoke", "Check the adapter, apart from the engine."),
        "run": ("conformance.verbs.run:run", "Judge an engine by the vectors."),
        "options": (
            "conformance.verbs.options:options",
            "List the options, or find out an engine's answers.",
        ),
        "fuzz": ("conformance.verbs.fuzz:fuzz", "Play an engine against the oracle."),
        "replay": ("conformance.verbs.replay:replay", "Play a case of the corpus again."),
        "adopt": ("conformance.verbs.adopt:adopt", "Make a scenario of a case."),
        "perft": ("conformance.verbs.perft:perft", "Count the positions that can follow."),
        "divide": ("conformance.verbs.divide:divide", "Find the first wrong branch."),
        "report": ("conformance.verbs.report:report", "Make reports of a saved run."),
        "diff": ("conformance.verbs.diff:diff", "Show what changed between two runs."),
        "engine": ("conformance.verbs.engine:engine", "Serve the oracle over stdin and stdout."),
        "vectors": ("conformance.verbs.vectors:vectors", "Export the scenarios as vectors."),
        "bench": ("oracle.verbs.bench:bench", "Measure how fast the oracle plays at random."),
    },
    "For rules editors (what is the answer, and which rules give it?)": {
        "ask": ("conformance.verbs.ask:ask", "Tell the story of a scenario, with its rules."),
        "explain": (
            "oracle.verbs.explain:explain",
            "Say why an answer is legal, or why a power is what it is.",
        ),
        "laws": (
            "conformance.verbs.laws:laws",
            "Judge an engine by laws: rules that hold for any card.",
        ),
        "coverage": ("conformance.verbs.coverage:coverage", "Show what the scenarios cover."),
        "mutants": (
            "conformance.verbs.mutants:mutants",
            "Misread the rules, and see which scenario notices.",
        ),
        "lock": ("conformance.verbs.lock:lock", "Record the texts of the rules."),
        "id": ("conformance.verbs.new_id:new_id", "Make a new id of a scenario or a ruling."),
    },
    "For card authors (does my card parse, what does it mean, how does it play?)": {
        "check": ("rules_dsl.verbs:check", "Check card files and report every error."),
        "fmt": ("rules_dsl.verbs:fmt", "Rewrite card files in canonical form."),
        "words": ("rules_dsl.verbs:words", "List the words of the language."),
        "play": ("oracle.verbs.play:play", "Play a game in the terminal."),
    },
}

EPILOG = """\b
Examples:
  kaiju run --engine "exec:./my-engine"
  kaiju ask conformance/scenarios/mindbug/combat.scenario
  kaiju check my.cards
  kaiju play mindbug/first-contact --cards my.cards

\b
Exit codes:
  0    all is well
  1    something judged has failed
  2    the input is wrong: the message says what and where
  3    an error in Kaiju itself: please report it
  130  stopped with Ctrl-C
  141  nobody reads the output any more
"""


def places() -> dict[str, tuple[str, str]]:
    """Every verb with where it lives and its short help, whoever it is for."""
    return {verb: place for verbs in VERBS.values() for verb, place in verbs.items()}


class Kaiju(click.Group):
    """A group that reads the table for help, and imports a verb to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(places())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in places():
            return None
        choose(cmd_name)
        module, _, attribute = places()[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}:{attribute} is not a click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        verb = args[0]
        if verb not in places() and not verb.startswith("-"):
            near = difflib.get_close_matches(verb, places(), n=1)
            hint = f"Did you mean '{near[0]}'?" if near else "'kaiju --help' lists the verbs."
            ctx.fail(f"There is no verb '{verb}'. {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for user, verbs in VERBS.items():
            with formatter.section(user):
                formatter.write_dl([(verb.ljust(8), short) for verb, (_, short) in verbs.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [
            CompletionItem(verb, help=short)
            for verb, (_, short) in places().items()
            if verb.startswith(incomplete)
        ]

    def invoke(self, ctx: click.Context) -> Any:  # Any: click's own signature
        try:
            answer = super().invoke(ctx)
            if sys.stdout is not None:  # somebody may have closed it for us
                sys.stdout.flush()
        except (click.exceptions.Exit, click.UsageError):
            raise
        except KaijuError as error:
            refuse(ctx, str(error))
        except click.ClickException as error:
            refuse(ctx, error.format_message())
        except (KeyboardInterrupt, click.Abort):
            click.echo("stopped", err=True)
            ctx.exit(STOPPED)
        except ModuleNotFoundError as error:
            if error.name not in EXTRAS:
                apologise(ctx, error)
            refuse(
                ctx,
                f"this needs {error.name}, which is not installed\n"
                f"Install it: pip install 'kaiju-rules[{EXTRAS[error.name]}]'",
            )
        except BrokenPipeError as error:
            if not reader_has_left():  # another pipe broke, and somebody should have handled it
                apologise(ctx, error)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the last flush
            ctx.exit(UNREAD)
        except SystemExit as ending:  # a console of rich ends the program itself (on_broken_pipe)
            if not isinstance(ending.__context__, BrokenPipeError):
                raise
            ctx.exit(UNREAD)
        except OSError as error:
            if error.errno == errno.ELOOP:
                refuse(ctx, _in_a_circle(error.filename))
            if error.errno not in OUT_OF_OUR_HANDS:
                apologise(ctx, error)
            refuse(ctx, f"cannot write: {os.strerror(error.errno).lower()}")
        except RuntimeError as error:  # what pathlib raises before Python 3.13
            if not str(error).startswith(SYMLINK_LOOP):
                apologise(ctx, error)
            refuse(ctx, _in_a_circle(str(error).removeprefix(SYMLINK_LOOP).strip(" '")))
        except Exception as error:  # noqa: BLE001  the last resort: a traceback helps no user
            apologise(ctx, error)
        return answer


def _in_a_circle(file: object) -> str:
    return f"{file}: this link leads to itself" if file else "a link leads to itself"


def refuse(ctx: click.Context, message: str) -> NoReturn:
    """Tell the user what is wrong with the input."""
    click.secho(printable(message), fg="red", err=True)
    ctx.exit(USER_ERROR)


def apologise(ctx: click.Context, error: Exception) -> NoReturn:
    """Report an error that is ours."""
    if ctx.params["debug"]:
        click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    click.secho(f"internal error: {what}", fg="red", err=True)
    click.echo(
        "This is a fault in Kaiju, not in your input. Please report it, with what the same\n"
        "command prints after 'kaiju --debug'.",
        err=True,
    )
    ctx.exit(INTERNAL_ERROR)


def reader_has_left() -> bool:
    """Whether our output is a pipe that nobody reads any more."""
    try:
        output = select.poll()
        output.register(sys.stdout.fileno(), select.POLLERR)
    except (OSError, ValueError):  # no real file, as in tests
        return False
    return bool(output.poll(0))


def _with_game(ctx: click.Context, param: click.Parameter, place: str | None) -> None:
    """Let this process, and those that it starts, know the game that somebody names."""
    if place is not None:
        from rules_dsl.home import VARIABLE, home

        folder = Path(place)
        os.environ[VARIABLE] = str(folder.resolve()) if folder.is_dir() else place
        try:
            home()
        except KaijuError as error:
            raise click.BadParameter(f"{error.message}\n{error.remedy}") from None


@click.command(
    cls=Kaiju,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(None, "-V", "--version", package_name="kaiju-rules", prog_name="kaiju")
@click.option(
    "--with",
    metavar="GAME",
    is_eager=True,
    expose_value=False,
    callback=_with_game,
    help="Use the game in a folder, or an installed one, instead of those of Kaiju.",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an internal error.")
def main(debug: bool) -> None:
    """Rules of games as a specification, an engine and a test kit.

    Every verb explains itself: kaiju VERB --help.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):  # what a terminal cannot show is spelled out
        sys.stdout.reconfigure(errors="backslashreplace")
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        click.get_current_context().color = False


if __name__ == "__main__":
    main(prog_name="kaiju")
