/** What goes into the text: a memory of the answer, in its order. */
export type Packable = {
  readonly id: string
  readonly content: string
  readonly source_site: string
  readonly observed_at: string
  /** Whether it directly answers the query. */
  readonly answers: boolean
}

export type Package = {
  readonly injection_text: string
  /** The memories in the text, in the order of the answer. */
  readonly citations: readonly string[]
  /** The memories that the text does not show in full, in the order of the answer. */
  readonly expand_ids: readonly string[]
  readonly tokens: number
}

export const emptyPackage: Package = { injection_text: '', citations: [], expand_ids: [], tokens: 0 }

const CHARACTERS_PER_TOKEN = 4

/** An estimate: a token for every four characters (code points), rounded up. */
export const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN)

/**
 * The memories as text for a prompt, grouped by where they come from, groups in order of first appearance. The budget
 * (in tokens, headings included) is never exceeded: a memory that does not fit is left out whole, and those after it
 * are tried still.
 */
export const packFlat = (memories: readonly Packable[], budget: number): Package => {
  const groups = new Map<string, string[]>(memories.map(({ source_site }) => [source_site, []]))
  const shown = new Set<string>()
  let characters = 0
  for (const memory of memories) {
    const group = groups.get(memory.source_site) ?? []
    const line = bullet(memory)
    const before = group.length > 0 ? '\n' : `${characters > 0 ? '\n\n' : ''}${heading(memory.source_site)}\n`
    const grown = characters + lengthOf(before + line)
    if (tokensOf(grown) > budget) continue
    group.push(line)
    shown.add(memory.id)
    characters = grown
  }
  const ids = memories.map(({ id }) => id)
  return {
    injection_text: [...groups]
      .filter(([, lines]) => lines.length > 0)
      .map(text)
      .join('\n\n'),
    citations: ids.filter((id) => shown.has(id)),
    expand_ids: ids.filter((id) => !shown.has(id)),
    tokens: tokensOf(characters),
  }
}

const text = ([site, lines]: readonly [string, readonly string[]]): string => [heading(site), ...lines].join('\n')

const heading = (site: string): string => `### Subject: site/${oneLine(site)}`

const bullet = ({ content, observed_at, answers }: Packable): string =>
  `- [${observed_at.slice(0, 10)}] [${answers ? 'answer' : 'context'}] ${oneLine(content)}`

/** Line breaks and other control characters become spaces, so that no memory can forge a heading or a bullet. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

const lengthOf = (text: string): number => {
  let characters = 0
  for (const _ of text) characters++
  return characters
}
