/** An array as Postgres reads it: `{"a \"quoted\" one",NULL}`. Elements are text already; null stays null. */
export const printArray = (elements: readonly (string | null)[]): string =>
  `{${elements.map((element) => (element === null ? 'NULL' : `"${element.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

export type Nested<T> = T | null | readonly Nested<T>[]

/** Reads an array as Postgres prints it, of any depth; `[2:3]={…}` bounds are dropped. */
export const readArray = <T>(literal: string, element: (text: string) => T): readonly Nested<T>[] => {
  const outermost: Nested<T>[] = []
  const open = [outermost]
  let at = literal.indexOf('{') + 1
  while (at > 0 && at < literal.length) {
    const level = open.at(-1) ?? outermost
    const character = literal[at]
    if (character === ',') at += 1
    else if (character === '{') {
      const inner: Nested<T>[] = []
      level.push(inner)
      open.push(inner)
      at += 1
    } else if (character === '}') {
      open.pop()
      at += 1
    } else {
      const [text, next] = character === '"' ? quoted(literal, at + 1) : bare(literal, at)
      level.push(text === null ? null : element(text))
      at = next
    }
  }
  return outermost
}

const quoted = (literal: string, start: number): readonly [string, number] => {
  const pieces: string[] = []
  let from = start
  for (let at = start; at < literal.length; at++) {
    if (literal[at] === '"') return [pieces.join('') + literal.slice(from, at), at + 1]
    if (literal[at] !== '\\') continue
    pieces.push(literal.slice(from, at))
    from = at + 1
    at += 1
  }
  throw new SyntaxError('an array literal ends inside a quoted element')
}

const bare = (literal: string, start: number): readonly [string | null, number] => {
  let at = start
  while (at < literal.length && literal[at] !== ',' && literal[at] !== '}') at += 1
  const text = literal.slice(start, at)
  return [text === 'NULL' ? null : text, at]
}
