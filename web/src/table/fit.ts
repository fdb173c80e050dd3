/**
 * How many of the leading pieces fit into `room`, `gap` before each.
 *
 * Unless all do, a note of width `note`, with its gap, must fit behind them. All lengths in one unit.
 */
export function fitting(widths: readonly number[], room: number, gap: number, note: number): number {
  const ends: number[] = [];
  for (const width of widths) ends.push((ends.at(-1) ?? 0) + gap + width);
  if ((ends.at(-1) ?? 0) <= room) return widths.length;
  return ends.filter((end) => end + gap + note <= room).length;
}
