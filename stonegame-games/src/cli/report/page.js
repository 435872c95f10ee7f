"use strict";
// The explorer: positions and moves were solved when the page was written; here they are only walked through.
const game = JSON.parse(document.getElementById("game").textContent);
// A position is how it is drawn, its value, and its moves; a move its name, value, what follows, where to, and gain.
const THEN = ["opponent", "again", "over"];
const position = (at) => {
  const found = game.positions[at];
  if (!found) return null;
  const moves = found[2].map(([name, value, then, to, gain]) => ({ name: game.names[name], value, then: THEN[then], to, gain }));
  return { picture: found[0], value: found[1], moves };
};

// A row in words: a dot for a number that is gone, a count for many neighbours that are.
function drawn(picture) {
  if (typeof picture === "string") return picture;
  const [from, to, below] = picture;
  const gone = (count) => (count > 12 ? [`(${count} gone)`] : Array(count).fill("·"));
  const words = [...gone(from), ...game.row.slice(from, to), ...gone(game.row.length - to)];
  const label = game.label ? [game.label] : [];
  return [...label, words.join("  ") || "nothing is left", ...(below ? [below] : [])].join("\n");
}

const $ = (id) => document.getElementById(id);
const PLAYERS = ["first", "second"];

// A margin is a whole number that may be longer than those of floating point; an outcome is a word.
const isPoints = game.points;
const number = (value) => BigInt(value);

// Where we are: the moves made so far, each by its place among those of its position.
let made = [];

function walk(moves) {
  let at = 0, by = 0, over = false;
  const scores = [0n, 0n], played = [];
  for (const place of moves) {
    const here = position(at);
    const move = here && here.moves[place];
    if (!move || over) return null;
    if (isPoints) scores[by] += number(move.gain);
    played.push({ by, move, position: here });
    if (move.then === "over") over = true;
    else at = move.to;
    if (move.then !== "again") by = 1 - by;
  }
  return { at, by, over, scores, played };
}

// What a move is worth for the player who makes it.
const worth = (move) => move.value;

function cost(position, move) {
  if (String(worth(move)) === String(position.value)) return "best";
  if (isPoints) return `gives away ${number(position.value) - number(worth(move))}`;
  const [best, value] = [position.value, worth(move)].map((word) => word.split(" ")[0]);
  return best === value ? `${worth(move)} instead of ${position.value}` : `turns a ${best} into a ${value}`;
}

// What both have. In the end the last move may have gained the difference of what both get by it; then the total tells.
function points(here, now, ended) {
  const [first, second] = here.scores;
  if (!ended || game.total === undefined) return [first, second];
  const terminal = now ? number(now.value) * (here.by === 0 ? 1n : -1n) : 0n;
  const ahead = first - second + terminal, total = number(game.total);
  return (total + ahead) % 2n === 0n ? [(total + ahead) / 2n, (total - ahead) / 2n] : [first, second];
}

// Who has won a game of outcomes: by the value of the last position, or of the move that ended it.
function verdict(last, now, by) {
  const [value, whose] = now ? [now.value, by] : [last.move.value, last.by];
  const word = String(value).split(" ")[0];
  if (word === "draw") return "a draw";
  return `the ${PLAYERS[word === "win" ? whose : 1 - whose]} player wins`;
}

function show(say) {
  let here = walk(made);
  if (!here) {
    made = [];
    here = walk(made);
  }
  const now = here.over ? null : position(here.at);
  const last = here.played[here.played.length - 1];
  $("back").disabled = $("again").disabled = made.length === 0;
  const moves = now ? now.moves : [];
  $("forward").disabled = moves.length === 0;
  $("picture").textContent = here.over ? "The last move ended the game." : now ? drawn(now.picture) : "";
  const status = [];
  if (last) status.push(`The ${PLAYERS[last.by]} player: ${last.move.name} (${cost(last.position, last.move)}).`);
  const ended = here.over || (now && moves.length === 0);
  if (isPoints) {
    const [first, second] = points(here, now, ended);
    status.push(`Points: ${first} to ${second}.`);
  }
  if (ended && !isPoints) status.push(`The game is over: ${verdict(last, now, here.by)}.`);
  else if (here.over) status.push("The game is over.");
  else if (!now) status.push("This position is not in this page, which holds those that were nearest.");
  else if (moves.length === 0) status.push("No move is legal: the game is over.");
  else status.push(`The ${PLAYERS[here.by]} player is to move; the value is ${now.value} for them.`);
  $("status").textContent = status.join(" ");
  const rows = moves.map((move, place) => {
    const row = document.createElement("tr");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move.name;
    button.dataset.place = place;
    button.addEventListener("click", () => go([...made, place]));
    const cells = [button];
    if (isPoints) cells.push(String(move.gain));
    cells.push(String(worth(move)), cost(now, move));
    cells.forEach((cell, i) => {
      const td = document.createElement(i === 0 ? "th" : "td");
      if (i === 0) td.scope = "row";
      if (i > 0 && i < cells.length - 1) td.className = "number";
      if (i === cells.length - 1) td.className = cell === "best" ? "best" : "worse";
      td.append(cell);
      row.append(td);
    });
    return row;
  });
  $("moves-body").replaceChildren(...rows);
  $("moves").hidden = rows.length === 0;
  $("played").textContent = here.played.map((ply) => `${PLAYERS[ply.by]}: ${ply.move.name}`).join("; ") || "none yet";
  if (say) history.replaceState(null, "", made.length ? `#moves=${made.join(",")}` : "#");
}

function go(moves) {
  const pressed = document.activeElement;
  made = moves;
  show(true);
  // The focus stays on what was pressed; where that is gone or has no use any more, it goes on to the first move, or to "back".
  if (document.contains(pressed) && !pressed.disabled) return;
  const next = document.querySelector("#moves-body button") || $("back");
  next.focus({ preventScroll: true });
}

function forward() {
  const here = walk(made);
  const now = here && !here.over && position(here.at);
  if (!now) return;
  const best = now.moves.findIndex((move) => cost(now, move) === "best");
  if (best >= 0) go([...made, best]);
}

$("back").addEventListener("click", () => go(made.slice(0, -1)));
$("again").addEventListener("click", () => go([]));
$("forward").addEventListener("click", forward);
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft" && made.length) go(made.slice(0, -1));
  else if (event.key === "ArrowRight") forward();
  else if (event.key === "Home" && event.target === document.body) go([]);
  else return;
  event.preventDefault();
});
function fromAddress() {
  const moves = /^#moves=([\d,]+)$/.exec(location.hash);
  made = moves ? moves[1].split(",").map(Number) : [];
  show(false);
}
window.addEventListener("hashchange", fromAddress);
fromAddress();
document.body.dataset.ready = "yes";
