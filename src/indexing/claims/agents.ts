/**
 * The verbs of those who do something for a thing, and every form in which these are said: "A coaches X", "X is coached by
 * A", "the person who coaches X is A".
 */
export type Agents = {
  /** A line a verb: `code: does | done | doing`, each of them a choice of words. */
  readonly verbs: string
  /** A line a way to say it, with `<does>`, `<done>` and `<doing>` in the places of the verb; its meaning in front, as in a grammar. */
  readonly forms: string
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.includes(': '))

/** One of these words or phrases, as a way is written. */
const choice = (words: string): string => `(${words.split(',').join('|')})`

/** The lines of a grammar that all forms of all verbs make. */
export const waysOfAgents = ({ verbs, forms }: Agents): readonly string[] =>
  linesOf(verbs).flatMap((verb) => {
    const colon = verb.indexOf(': ')
    const code = verb.slice(0, colon)
    const [does = '', done = '', doing = ''] = verb.slice(colon + 2).split(' | ')
    return linesOf(forms).flatMap((form) => {
      const way = form
        .replaceAll('<does>', choice(does))
        .replaceAll('<done>', choice(done))
        .replaceAll('<doing>', choice(doing))
      return (form.includes('<doing>') && doing === '') || (form.includes('<done>') && done === '')
        ? []
        : [way.replace(/^-/, code)]
    })
  })
