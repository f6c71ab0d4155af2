"""The command `kaiju` as such: its help, its verbs, its exit codes."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from conformance import cli
from conformance.judge.vector_files import list_vectors
from conformance.laws.shelf import list_laws
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

ROOT = Path(__file__).resolve().parent.parent
VERBS = cli.places()


def load(verb):
    command = cli.main.get_command(click.Context(cli.main), verb)
    assert command is not None
    return command


@pytest.fixture
def failing(monkeypatch):
    """Put a verb `fail` in the table that raises what it is given."""

    def arrange(error):
        @click.command()
        def fail():
            raise error

        monkeypatch.setitem(cli.VERBS, "For tests", {"fail": ("tests:fail", "Fail.")})
        honest = cli.Kaiju.get_command
        monkeypatch.setattr(
            cli.Kaiju,
            "get_command",
            lambda self, ctx, name: fail if name == "fail" else honest(self, ctx, name),
        )

    return arrange


def test_help_lists_every_verb_under_its_user(kaiju):
    result = kaiju("--help")
    assert result.exit_code == 0
    for user, verbs in cli.VERBS.items():
        section = result.output.split(user)[1].split("\n\n")[0]
        for verb, (_, short) in verbs.items():
            assert f"  {verb} " in section
            assert short in section
    assert "Examples:" in result.output


def examples(verb):
    """The command lines of a verb's help."""
    _, _, shown = (load(verb).help or "").replace("\\\n", "").partition("Examples:\n")
    return [shlex.split(line) for line in shown.splitlines() if line.strip().startswith("kaiju ")]


@pytest.mark.parametrize("verb", [verb for verb, (place, _) in VERBS.items() if "dsl" not in place])
def test_a_verb_shows_examples_that_can_be_typed(verb):
    assert examples(verb), f"kaiju {verb} --help shows no examples"
    rules = load_specification().rules
    vectors = {listed.id for listed in list_vectors()} | {id for _, id, _ in list_laws()}
    for _, called, *words in examples(verb):
        command = load(called)
        context = click.Context(command)
        known = {name for each in command.get_params(context) for name in each.opts}
        for word in words:
            assert not word.startswith("--") or word.partition("=")[0] in known, word
            rule = word.removeprefix("rule:")
            if re.fullmatch(r"(mb|kt|kd)(\.[a-z-]+)+", rule) and ".option." not in rule:
                assert rule in rules, word
            if re.fullmatch(r"(MB|KT|KD)-[0-9A-Z]{6}", word):
                assert word in vectors, word
            if word.startswith("conformance/"):
                assert (ROOT / word).exists(), word


@pytest.mark.parametrize("verb", ["run", "explain", "coverage", "play", "id"])
def test_examples_are_of_every_game(verb):
    said = " ".join(word for line in examples(verb) for word in line).casefold()
    for game in load_specification().games.values():
        assert re.search(rf"\b({game.name}|{game.prefix})\b", said), game.name


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(kaiju, verb):
    result = kaiju(verb, "--help")
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"Usage: main {verb}")


@pytest.mark.parametrize("verb", VERBS)
def test_short_help_in_the_table_is_the_verbs_own(verb):
    assert load(verb).get_short_help_str(limit=200) == VERBS[verb][1]


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_of_a_verb_is_documented(verb):
    options = [each for each in load(verb).params if isinstance(each, click.Option)]
    assert [each.name for each in options if not each.help] == []


@pytest.mark.parametrize("verb", VERBS)
def test_an_unknown_option_is_a_user_error(kaiju, verb):
    result = kaiju(verb, "--no-such-option")
    assert result.exit_code == 2
    assert "--no-such-option" in result.stderr
    assert "Traceback" not in result.output


def test_short_help_is_a_sentence():
    for verb, (_, short) in VERBS.items():
        assert short.endswith("."), verb
        assert len(short) < 60, verb


def imported_by(*arguments):
    """The modules a fresh process imports for `kaiju ARGUMENTS`."""
    program = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from conformance.cli import main\n"
        f"main({list(arguments)!r}, prog_name='kaiju')\n"
    )
    completion = {"_KAIJU_COMPLETE": "bash_complete", "COMP_WORDS": "kaiju ", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | ({} if arguments else completion),
    )
    return done.stdout, {module.partition(".")[0] for module in done.stderr.split()}


@pytest.mark.parametrize("arguments", [["--help"], []], ids=["help", "completion"])
def test_help_and_completion_import_nothing_heavy(arguments):
    printed, modules = imported_by(*arguments)
    assert "coverage" in printed
    assert not modules & {"lark", "hypothesis", "pytest", "sphinx", "oracle"}


def test_completion_knows_verbs_and_options():
    completion = ShellComplete(cli.main, {}, "kaiju", "_KAIJU_COMPLETE")
    assert {each.value for each in completion.get_completions([], "co")} == {"coverage"}
    assert "--version" in {each.value for each in completion.get_completions([], "--")}


def test_an_unknown_verb_is_a_user_error_with_a_suggestion(kaiju):
    result = kaiju("chekc")
    assert result.exit_code == 2
    assert "There is no verb 'chekc'. Did you mean 'check'?" in result.stderr
    result = kaiju("xyzzy")
    assert result.exit_code == 2
    assert "'kaiju --help' lists the verbs" in result.stderr


def test_version(kaiju):
    result = kaiju("--version")
    assert result.exit_code == 0
    assert result.output.startswith("kaiju, version ")


def test_a_users_mistake_is_told_without_a_traceback(kaiju, failing):
    failing(KaijuError("no such card", place="my.cards:3:1", remedy="Look at its name."))
    result = kaiju("fail")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.strip() == "my.cards:3:1: no such card\nLook at its name."


def test_a_users_mistake_is_red_on_a_terminal(failing):
    failing(KaijuError("no such card"))
    terminal = CliRunner(env={"NO_COLOR": None, "TERM": "xterm"})
    result = terminal.invoke(cli.main, ["fail"], color=True)
    assert result.stderr == "\x1b[31mno such card\x1b[0m\n"


@pytest.mark.parametrize("wish", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_who_wants_no_colours_gets_none(failing, wish):
    failing(KaijuError("no such card"))
    result = CliRunner(env=wish).invoke(cli.main, ["fail"], color=True)
    assert result.stderr == "no such card\n"


def test_an_error_cannot_take_over_the_terminal(kaiju, failing):
    failing(KaijuError("\x1b[2J is no card\nat all", place="my\x07.cards"))
    assert kaiju("fail").stderr == "my\\x07.cards: \\x1b[2J is no card\nat all\n"


def test_what_a_terminal_cannot_show_is_spelled_out():
    done = subprocess.run(
        [sys.executable, "-m", "conformance.cli", "ask", "--help"],
        capture_output=True,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
    )
    assert done.returncode == 0, done.stderr
    assert b"FILE\\u2026" in done.stdout


def test_a_click_error_is_a_users_mistake(kaiju, failing):
    failing(click.FileError("my.cards", "it is a directory"))
    result = kaiju("fail")
    assert result.exit_code == 2
    assert "my.cards" in result.stderr


def test_an_exit_code_of_a_verb_is_kept(kaiju, failing):
    failing(click.exceptions.Exit(1))
    assert kaiju("fail").exit_code == 1
    failing(SystemExit(1))
    assert kaiju("fail").exit_code == 1


@pytest.mark.parametrize("interruption", [KeyboardInterrupt(), click.Abort()])
def test_ctrl_c_stops_quietly(kaiju, failing, interruption):
    failing(interruption)
    result = kaiju("fail")
    assert result.exit_code == 130
    assert result.output == "stopped\n"


def test_an_internal_error_asks_for_a_report(kaiju, failing):
    failing(ZeroDivisionError("by nought"))
    result = kaiju("fail")
    assert result.exit_code == 3
    assert "internal error: ZeroDivisionError: by nought" in result.stderr
    assert "kaiju --debug" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Traceback" in kaiju("--debug", "fail").stderr


def test_a_missing_extra_is_named(kaiju, failing):
    failing(ModuleNotFoundError("No module named 'hypothesis'", name="hypothesis"))
    result = kaiju("fail")
    assert result.exit_code == 2
    assert "pip install 'kaiju-rules[conformance]'" in result.stderr


def test_a_missing_module_of_ours_is_an_internal_error(kaiju, failing):
    failing(ModuleNotFoundError("No module named 'oracle.gone'", name="oracle.gone"))
    assert kaiju("fail").exit_code == 3


def test_a_broken_pipe_that_is_not_our_output_is_an_internal_error(kaiju, failing):
    failing(BrokenPipeError())
    assert kaiju("fail").exit_code == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["words"],
        ["explain", "kt.attack.is"],
        ["explain", "--help"],
        ["ask", "conformance/scenarios/mindbug/combat.scenario"],
        ["play", "duel/standard", "--auto", "--seed", "1"],
        ["coverage", "--rule", "mb.attack.tie"],
        ["id"],
    ],
    ids=" ".join,
)
def test_a_reader_that_leaves_is_no_error(arguments):
    """Whether a verb writes with click or with rich, which ends a program by itself."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "conformance.cli", *arguments],
            cwd=ROOT,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize(
    ("output", "told"),
    [(">/dev/full", "cannot write: no space left on device\n"), (">&-", "")],
)
def test_an_output_that_takes_nothing_is_no_fault_of_ours(output, told):
    if not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    command = f"{shlex.quote(sys.executable)} -m conformance.cli words {output}"
    done = subprocess.run(
        ["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (2 if told else 0, told)
