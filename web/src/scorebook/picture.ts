/** A book as a picture to be sent around: drawn on a canvas, in the page's language. */

import { signed } from "../i18n";
import type { BookContent } from "../protocol";
import { isHand, PEOPLE, type Ledger } from "./ledger";
import { entryWords, personName, windOf } from "./people";
import { w } from "./words";

const WIDTH = 720;
const MARGIN = 36;
const SCALE = 2;
const HEAD = 116;
const CARD = 118;
const ROW = 62;
const FOOT = 52;
/** More hands than fit a picture that can be sent are left out from the beginning. */
const MOST_LINES = 60;

const FONT = '"PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", system-ui, sans-serif';
const INK = "#20302b";
const SOFT = "#55625c";
const LINE = "#ddd2b9";
const COLOURS = { gain: "#11744c", loss: "#b3261e", paper: "#f8f3e6", high: "#fffdf6", gold: "#f5dd98", felt: "#17705a", rim: "#0b3f33", ivory: "#f6f1e2" } as const;

/** The picture as a data address. */
export function picture(content: BookContent, ledger: Ledger, title: string, day: string): string {
  const lines = ledger.lines.slice(-MOST_LINES);
  const canvas = document.createElement("canvas");
  const height = HEAD + CARD + 40 + lines.length * ROW + FOOT;
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  const pen = canvas.getContext("2d");
  if (pen === null) return "";
  pen.scale(SCALE, SCALE);
  pen.fillStyle = COLOURS.paper;
  pen.fillRect(0, 0, WIDTH, height);
  drawHead(pen, title, `${day} · ${w("list.hands", { count: ledger.hands.length })}`);
  drawCards(pen, content, ledger);
  drawLines(pen, content, lines, HEAD + CARD + 40);
  return canvas.toDataURL("image/png");
}

function drawHead(pen: CanvasRenderingContext2D, title: string, under: string): void {
  const felt = pen.createRadialGradient(WIDTH / 2, 30, 20, WIDTH / 2, 60, WIDTH * 0.7);
  felt.addColorStop(0, COLOURS.felt);
  felt.addColorStop(1, COLOURS.rim);
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDTH, HEAD);
  text(pen, title, MARGIN, 54, { size: 32, weight: 700, colour: COLOURS.ivory, width: WIDTH - 2 * MARGIN });
  text(pen, under, MARGIN, 88, { size: 18, colour: "#d6e4dc", width: WIDTH - 2 * MARGIN });
}

/** The four totals, as they sit. */
function drawCards(pen: CanvasRenderingContext2D, { names }: BookContent, { order, totals, dealer }: Ledger): void {
  const gap = 12;
  const width = (WIDTH - 2 * MARGIN - 3 * gap) / 4;
  const best = Math.max(...totals);
  for (const [seat, person] of order.entries()) {
    const x = MARGIN + seat * (width + gap);
    const total = totals[person]!;
    pen.fillStyle = best > 0 && total === best ? COLOURS.gold : COLOURS.high;
    pen.strokeStyle = LINE;
    pen.beginPath();
    pen.roundRect(x, HEAD + 20, width, CARD - 20, 14);
    pen.fill();
    pen.stroke();
    const middle = { align: "center", width: width - 16 } as const;
    text(pen, `${windOf(order, dealer, person)} ${personName(names, person)}`, x + width / 2, HEAD + 50, { size: 19, ...middle });
    text(pen, signed(total), x + width / 2, HEAD + 90, { size: 32, weight: 700, colour: colourOf(total), ...middle });
    if (person === dealer) seal(pen, w("dealer.label"), x + width / 2, HEAD + CARD);
  }
}

/** Every hand: its number, what each gained, and what happened. */
function drawLines(pen: CanvasRenderingContext2D, { names }: BookContent, lines: Ledger["lines"], top: number): void {
  const column = (WIDTH - 2 * MARGIN - 56) / 4;
  for (const person of PEOPLE) {
    text(pen, personName(names, person), MARGIN + 56 + (person + 1) * column, top - 14, { size: 15, colour: SOFT, align: "right", width: column - 8 });
  }
  for (const [row, line] of lines.entries()) {
    const y = top + row * ROW;
    pen.strokeStyle = LINE;
    pen.beginPath();
    pen.moveTo(MARGIN, y);
    pen.lineTo(WIDTH - MARGIN, y);
    pen.stroke();
    const said = { size: 15, colour: SOFT, width: WIDTH - 2 * MARGIN - 56 };
    if (!isHand(line)) {
      text(pen, entryWords(names, line.entry), MARGIN + 56, y + 37, said);
      continue;
    }
    text(pen, String(line.number), MARGIN, y + 28, { size: 18, colour: SOFT });
    for (const person of PEOPLE) {
      const gain = line.gains[person];
      const right = MARGIN + 56 + (person + 1) * column;
      const written = text(pen, signed(gain), right, y + 28, { size: 20, weight: 600, colour: colourOf(gain), align: "right", width: column - 8 });
      if (person === line.dealer) seal(pen, w("dealer"), right - written - 18, y + 32);
    }
    text(pen, entryWords(names, line.entry), MARGIN + 56, y + 50, said);
  }
}

const colourOf = (points: number): string => (points > 0 ? COLOURS.gain : points < 0 ? COLOURS.loss : INK);

interface Style {
  readonly size: number;
  readonly weight?: number;
  readonly colour?: string;
  readonly align?: CanvasTextAlign;
  /** What is longer ends in an ellipsis. */
  readonly width?: number;
}

/** Writes it; how wide it came out. */
function text(pen: CanvasRenderingContext2D, said: string, x: number, y: number, { size, weight = 400, colour = INK, align = "left", width = Infinity }: Style): number {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  const shown = shortened(pen, said, width);
  pen.fillText(shown, x, y);
  return pen.measureText(shown).width;
}

/** The dealer's mark, red as on the page, in the middle above `x`, `y`. */
function seal(pen: CanvasRenderingContext2D, said: string, x: number, y: number): void {
  const size = 15;
  pen.font = `600 ${size}px ${FONT}`;
  const width = pen.measureText(said).width + 10;
  pen.fillStyle = COLOURS.loss;
  pen.beginPath();
  pen.roundRect(x - width / 2, y - 21, width, 21, 5);
  pen.fill();
  text(pen, said, x, y - 5, { size, weight: 600, colour: "#fff", align: "center" });
}

function shortened(pen: CanvasRenderingContext2D, said: string, width: number): string {
  if (pen.measureText(said).width <= width) return said;
  const letters = [...said];
  while (letters.length > 0 && pen.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("")}…`;
}
