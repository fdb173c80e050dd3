/** For each value the mean of those around it, `span` at most; at the ends of those there are. */
export function around(values: readonly number[], span: number): readonly number[] {
  const half = Math.floor(span / 2);
  return values.map((_, place) => {
    const near = values.slice(Math.max(0, place - half), place + half + 1);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}
