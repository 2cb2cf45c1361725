import { readFile } from 'node:fs/promises'

/** The lines of a text file beside this one, without empty ones and comments. */
export const linesOf = async (file: string): Promise<readonly string[]> =>
  (await readFile(new URL(file, import.meta.url), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))

/** The groups of a file, each a head line and the lines under it. */
export const groupsOf = (lines: readonly string[]): readonly (readonly [head: string, lines: readonly string[]])[] => {
  const groups: [string, string[]][] = []
  for (const line of lines)
    if (line.startsWith('== ')) groups.push([line.slice(3), []])
    else groups.at(-1)?.[1].push(line)
  return groups
}

/** What stands behind a mark at the beginning of a line. */
export const marked = (mark: string, lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2))

/** A line `name: one | another`. */
export const listOf = (line: string): readonly [string, readonly string[]] => {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2).split(' | ')]
}
