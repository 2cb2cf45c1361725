import { groupsOf, linesOf, listOf, marked } from './text-files.js'

type Language = 'en' | 'de'

/** The wordings of one relation. Without a later statement of another value, all of its pairs are traps. */
export type Relation = {
  readonly name: string
  readonly language: Language
  /** The list that the subject is drawn from; `-` where the speaker is the subject. */
  readonly subjects: string
  readonly values: string
  readonly first: readonly string[]
  readonly later: readonly string[]
  readonly traps: readonly string[]
}

export type Templates = {
  readonly relations: readonly Relation[]
  readonly names: ReadonlyMap<string, readonly string[]>
  /** What stands around a sentence, by group: `en`, `de`, `openers en`, `openers de`. */
  readonly wrappers: ReadonlyMap<string, readonly string[]>
}

const relationsOf = (language: Language, lines: readonly string[]): readonly Relation[] =>
  groupsOf(lines).map(([head, wordings]) => {
    const [name = '', subjects = '-', values = '-'] = head.split(' ')
    const [first, later, traps] = [marked('+', wordings), marked('>', wordings), marked('!', wordings)]
    return { name, language, subjects, values, first, later, traps }
  })

/** The first set of wordings and names, and the others, whose files begin with their word. */
export type TemplateSet = 'first' | 'broad' | 'stranger'

/** All wordings and names of a set, from the text files beside this one. */
export const readTemplates = async (set: TemplateSet): Promise<Templates> => {
  const [english, german, names, wrappers] = await Promise.all(
    ['english.txt', 'german.txt', 'names.txt', 'wrappers.txt'].map((file) =>
      linesOf(set === 'first' ? file : `${set}-${file}`),
    ),
  )
  return {
    relations: [...relationsOf('en', english ?? []), ...relationsOf('de', german ?? [])],
    names: new Map((names ?? []).map(listOf)),
    wrappers: new Map(groupsOf(wrappers ?? []).map(([head, lines]) => [head, marked('!', lines)])),
  }
}
