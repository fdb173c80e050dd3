/** A book as a table for other programs. */

/** Rows as CSV (RFC 4180), in UTF-8 with the mark by which Excel knows it. */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return "\u{feff}" + rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

/** A text that a spreadsheet would reckon with is marked as text; a number is not. */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
