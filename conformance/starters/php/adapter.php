<?php
// Speaks Kaiju protocol 1 on stdin and stdout.
//
// The game itself is in game.php; this file need not change until you offer more operations.
// stdout carries the answers and nothing else: print what you want to see to STDERR.

declare(strict_types=1);

ini_set('display_errors', 'stderr');
error_reporting(E_ALL);
set_error_handler(function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line); // a warning is a bug, too
});

require __DIR__ . '/game.php';

const ENGINE = ['name' => "my-engine", 'version' => '0.1.0', 'language' => 'php'];

// A request that makes no sense here; it is answered with an error, and the talk goes on.
class Mistake extends Exception
{
}

// Answers one request at a time, about one game at a time.
class Adapter
{
    private ?Game $game = null;
    private int $number = 0; // of answers taken: it names the pending decision

    // The answer to a request, without its id.
    public function reply(stdClass $ask): array
    {
        try {
            if (!is_string($ask->op ?? null)) {
                throw new Mistake('`op` is missing');
            }
            switch ($ask->op) {
                case 'hello':
                    return $this->hello($ask);
                case 'start':
                    $this->mustKnow($ask);
                    return $this->begin(Game::start($ask->pool));
                case 'setup':
                    $this->mustKnow($ask);
                    return $this->begin(Game::setup($ask->setup));
                case 'apply':
                    return $this->apply($ask);
                case 'state':
                    return ['state' => $this->playing()->state()];
                case 'bye':
                    return ['bye' => true];
                default:
                    return ['unsupported' => true];
            }
        } catch (NotYet $wish) {
            return ['skip' => ['reason' => $wish->getMessage()]];
        } catch (Mistake $mistake) {
            return ['error' => ['message' => $mistake->getMessage()]];
        } catch (Throwable $bug) { // in the engine: tell it and go on
            $trace = $bug->getTraceAsString();
            return ['error' => ['message' => $bug->getMessage(), 'trace' => $trace]];
        }
    }

    // ---- one method for each operation

    private function hello(stdClass $ask): array
    {
        if (!in_array(1, (array) ($ask->protocol ?? []), true)) {
            throw new Mistake('this engine speaks protocol 1');
        }
        return ['protocol' => 1, 'engine' => ENGINE, 'games' => plays(), 'ops' => OPS];
    }

    private function apply(stdClass $ask): array
    {
        $pending = $this->playing()->pending();
        $answer = $ask->do ?? null;
        if (!is_string($ask->decision ?? null) || !$answer instanceof stdClass) {
            return rejected('malformed');
        }
        if (isset($pending['over'])) {
            return rejected('game-over');
        }
        if ($ask->decision !== $this->name()) {
            return rejected('wrong-decision');
        }
        if (isset($pending['choose'], $answer->choose) && !is_array($answer->choose)) {
            return rejected('malformed');
        }
        if (!isLegal($answer, $pending)) {
            return rejected('not-legal');
        }
        $this->playing()->answer((array) $answer);
        $this->number += 1;
        return $this->frame();
    }

    // ---- where the game stands

    private function mustKnow(stdClass $ask): void
    {
        $played = plays()[$ask->game ?? ''] ?? null;
        if ($played === null) {
            $known = implode(', ', array_keys(plays()));
            throw new Mistake("this engine plays $known, not " . ($ask->game ?? 'nothing'));
        }
        if ($ask->cards ?? []) {
            throw new NotYet('cards given as text');
        }
        if (array_diff_assoc((array) ($ask->options ?? []), (array) $played['options'])) {
            throw new NotYet('answers to options other than those of its hello');
        }
    }

    private function begin(Game $game): array
    {
        $this->game = $game;
        $this->number = 0;
        return $this->frame();
    }

    private function playing(): Game
    {
        if ($this->game === null) {
            throw new Mistake('no game is being played: send start or setup first');
        }
        return $this->game;
    }

    private function name(): string
    {
        return "d{$this->number}";
    }

    // What the game waits for: exactly one of a decision, chance and the end.
    private function frame(): array
    {
        $next = $this->playing()->pending();
        if (!isset($next['over'])) {
            $isChance = $next['who'] === 'nature';
            if ($isChance) {
                unset($next['who']);
            }
            $next[$isChance ? 'chance' : 'decision'] = $this->name();
        }
        $digest = fingerprint($this->playing()->state());
        return ['frame' => ['n' => $this->number, 'next' => $next, 'digest' => $digest]];
    }
}

function rejected(string $code): array
{
    return ['rejected' => ['code' => $code]];
}

// Whether an answer is one of those offered, listed or as a choice of several things.
function isLegal(stdClass $answer, array $pending): bool
{
    if (isset($pending['legal'])) {
        return in_array(canonical($answer), array_map('canonical', $pending['legal']), true);
    }
    if (array_keys((array) $answer) !== ['choose']) {
        return false;
    }
    $left = $pending['choose']['from']; // things that are alike are there as often as they are listed
    foreach ($answer->choose as $one) {
        $at = array_search($one, $left, true);
        if ($at === false) {
            return false;
        }
        unset($left[$at]);
    }
    $chosen = count($answer->choose);
    return $pending['choose']['min'] <= $chosen && $chosen <= $pending['choose']['max'];
}

// One way to write JSON: sorted keys, no spaces, nothing but ASCII.
function canonical(mixed $value): string
{
    return json_encode(sorted($value), JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
}

function sorted(mixed $value): mixed
{
    if (is_array($value) && array_is_list($value)) {
        return array_map('sorted', $value);
    }
    if (is_array($value) || $value instanceof stdClass) {
        $parts = array_map('sorted', (array) $value);
        ksort($parts, SORT_STRING);
        return (object) $parts;
    }
    return $value;
}

// Equal for equal positions, in every language: it spares the kit to ask for the state.
function fingerprint(array $state): string
{
    return substr(hash('sha256', canonical($state)), 0, 16);
}

// One line in, one line out.
function answerLine(Adapter $adapter, string $line): array
{
    try {
        $ask = json_decode($line, false, 512, JSON_THROW_ON_ERROR);
        if (!$ask instanceof stdClass) {
            throw new JsonException('a request is a JSON object');
        }
    } catch (JsonException $error) {
        $message = "this line is no request: {$error->getMessage()}";
        return ['id' => null, 'error' => ['message' => $message]];
    }
    return ['id' => $ask->id ?? null] + $adapter->reply($ask);
}

$adapter = new Adapter();
while (($line = fgets(STDIN)) !== false) {
    $reply = answerLine($adapter, $line);
    fwrite(STDOUT, json_encode($reply, JSON_THROW_ON_ERROR) . "\n");
    fflush(STDOUT);
    if (isset($reply['bye'])) {
        break;
    }
}
