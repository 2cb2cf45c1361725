import stringWidth from 'string-width'

/** Rows with their columns under one another, by the room that the signs take; the last column is as long as it is. */
export const columns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths: number[] = []
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, stringWidth(cell))
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - stringWidth(cell))))
      .join('  ')
      .trimEnd(),
  )
}
