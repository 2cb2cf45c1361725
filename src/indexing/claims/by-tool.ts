import { type Draft, type Fitting, type Particular, spokenValue, subjectTokens, textAt } from './draft.js'
import { normalised } from './normalise.js'
import type { Needs } from './statement.js'
import type { Subject } from './subject.js'
import { type ToolKind, toolKindsOf, toolName } from './tools.js'
import { words } from './vocabulary.js'

/** What "this project" uses, whoever says so uses. */
const WORK = words('project repo repository codebase monorepo team company stack projekt codebasis firma')

/** Who uses a tool where it is the speaker, or what the speaker works on; null for others, of whom it is told in other ways. */
const userOf = (fitting: Fitting, subject: Subject): Subject | null => {
  const said = subjectTokens(fitting)
  const isWork = said.length === 2 && /^(?:this|the|our|dieses|diese|unser|unsere|das|die)$/.test(said[0]?.word ?? '')
  if (subject.is === 'speaker') return subject
  return isWork && WORK.has(said[1]?.word ?? '') ? { key: fitting.speaker, is: 'speaker', needs: 'nothing' } : null
}

const toolAt = (fitting: Fitting, place: readonly [number, number] | undefined): string =>
  toolName(normalised(textAt(fitting, place) ?? ''))

type Kinds = readonly ToolKind[]

/** What a tool is for, of that noun where one is told. */
const kindsOf = (tool: string, noun: string | undefined): Kinds =>
  toolKindsOf(tool).filter(({ nouns }) => noun === undefined || nouns.includes(noun))

const toldOf = (kinds: Kinds, subject: Subject, { value, needs }: Pick<Draft, 'value' | 'needs'>) =>
  kinds.length === 0 ? null : kinds.map(({ attribute }) => ({ subject, attribute, value, needs }))

/** "We switched from A to B": of what B is for, or A where B is not known. */
export const toolsChanged = (fitting: Fitting, subject: Subject): readonly Draft[] | null => {
  const { V, F, X } = fitting.found
  const user = userOf(fitting, subject)
  if (user === null || V === undefined || F === undefined) return null
  const [value, former] = [toolAt(fitting, V), toolAt(fitting, F)]
  const noun = textAt(fitting, X)
  const [newer, older] = [kindsOf(value, noun), kindsOf(former, noun)]
  const both = newer.filter((kind) => older.includes(kind))
  return toldOf(both.length > 0 ? both : newer.length > 0 ? newer : older, user, { value, needs: 'former' })
}

const needsOf = ({ relation, found }: Fitting): Needs =>
  relation.how === 'change' || found.X !== undefined ? 'nothing' : 'change'

/** Ways to say which tool somebody uses, known by the tools. */
export const BY_TOOL: Readonly<Record<string, Particular>> = {
  tooled: (fitting, subject) => {
    const { X, F } = fitting.found
    if (F !== undefined) return toolsChanged(fitting, subject)
    const user = userOf(fitting, subject)
    const value = toolName(normalised(spokenValue(fitting)))
    const kinds = kindsOf(value, textAt(fitting, X))
    return user && toldOf(kinds, user, { value, needs: needsOf(fitting) })
  },
}
