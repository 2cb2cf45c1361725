/** A fragment of SQL with its parameters. Fragments nest; values never become part of the text. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }

  /** In the form that node-postgres takes. */
  get query(): { readonly text: string; readonly values: unknown[] } {
    const text = this.strings.reduce((sql, part, i) => `${sql}$${i}${part}`)
    return { text, values: [...this.values] }
  }
}

export const sql = (parts: readonly string[], ...holes: readonly unknown[]): Sql => {
  const strings = [parts[0] ?? '']
  const values: unknown[] = []
  const append = (text: string) => strings.push((strings.pop() ?? '') + text)
  holes.forEach((hole, i) => {
    if (hole instanceof Sql) {
      append(hole.strings[0] ?? '')
      strings.push(...hole.strings.slice(1))
      values.push(...hole.values)
      append(parts[i + 1] ?? '')
    } else {
      values.push(hole)
      strings.push(parts[i + 1] ?? '')
    }
  })
  return new Sql(strings, values)
}

/** Joins fragments. */
export const list = (fragments: readonly Sql[], separator = ', '): Sql =>
  sql(['', ...fragments.map((_, i) => (i < fragments.length - 1 ? separator : ''))], ...fragments)

/** A whole number as text, for limits: the best plan depends on it; a generic one assumes a tenth of all rows. */
export const whole = (n: number): Sql => {
  if (!Number.isSafeInteger(n) || n < 0) throw new Error(`not a whole number: ${n}`)
  return new Sql([String(n)], [])
}

/** A table or column name of our own schema as a fragment; any other text is refused. */
export const identifier = (name: string): Sql => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not an identifier: ${name}`)
  return new Sql([name], [])
}

/** Joins statements that have no rows in common into one, for a single round trip; returns the rows of the last. */
export const together = (statements: readonly Sql[]): Sql => {
  const [last, ...others] = statements.toReversed()
  if (last === undefined) throw new Error('no statement')
  if (others.length === 0) return last
  return sql`with ${list(others.map((each, i) => sql`${identifier(`step_${i}`)} as (${each})`))} ${last}`
}
