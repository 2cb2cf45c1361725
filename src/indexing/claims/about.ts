import { attributeOf, type Kind } from './attributes.js'
import { aboutOf, type Particular, plain, textAt } from './draft.js'
import { ARTICLES } from './names.js'
import { normalised } from './normalise.js'
import { NO_FAVOURITE, VAGUE, words } from './vocabulary.js'

/** Of these an adjective or a noun in front makes another attribute: "the staging port of X". */
const QUALIFIED = words('code hint hostname port tool version ip_address branch region limit gate')

/** Of these kinds any word in front makes another attribute: "the default timeout of X". */
const COUNTED: ReadonlySet<Kind> = new Set<Kind>(['amount', 'version', 'date', 'time', 'contact'])

/** Of these one has some left. */
const DURATION =
  /(?:second|minute|hour|day|week|month|year|minuten|stunden|tage|wochen|monate|jahre|point|percent|prozent|euro|dollar|time|mal)s?$/u

const tool: Particular = (fitting, subject) => {
  const about = aboutOf(fitting, 2)
  const own = subject.is === 'belonging' ? { ...subject, key: subject.key.replace(/^team of (?:user$)?/, '') } : subject
  return about === null || (fitting.noun !== null && fitting.relation.code !== 'qualified')
    ? null
    : plain(fitting, own, `tool:${about}`)
}

/** Ways to say something whose attribute names what it is about: "my favourite colour", "the staging port". */
export const ABOUT: Readonly<Record<string, Particular>> = {
  liebling: (fitting, subject) => {
    const [, about] = /^lieblings(.+)$/.exec(textAt(fitting, fitting.found.X) ?? '') ?? []
    return about === undefined || NO_FAVOURITE.has(about)
      ? null
      : plain(fitting, subject, `favourite:${normalised(about)}`)
  },
  kennung: (fitting, subject) => {
    const [, about] = /^(.+)(?:nummer|kennzeichen|code|kennung)$/.exec(textAt(fitting, fitting.found.X) ?? '') ?? []
    return about === undefined ? null : plain(fitting, subject, `number:${normalised(about)}`)
  },
  favourite: (fitting, subject) => {
    const about = aboutOf(fitting, 3)
    const last = about?.split(' ').at(-1) ?? ''
    if (about === null || NO_FAVOURITE.has(last)) return null
    return plain(fitting, subject, `favourite:${/^(?:dish|meal)$/.test(about) ? 'food' : about}`)
  },
  number: (fitting, subject) => {
    const about = aboutOf(fitting, 3)
    return about === null ? null : plain(fitting, subject, `number:${about}`)
  },
  count: (fitting, subject) => {
    const about = aboutOf(fitting, 3)
    return about === null ? null : plain(fitting, subject, `count:${about}`)
  },
  // "12 replicas": told anew only where it has changed.
  possessed: (fitting, subject) => {
    const [, number, things] =
      /^(\d[\d.,]*) (\p{L}{3,}(?: \p{L}{3,})?)$/u.exec(textAt(fitting, fitting.found.V) ?? '') ?? []
    if (number === undefined || things === undefined || !/(?:s|n|e|r)$/.test(things) || DURATION.test(things))
      return null
    const [draft] = plain(fitting, subject, 'measure:things') ?? []
    return draft === undefined ? null : [{ ...draft, attribute: `count:${normalised(things)}` }]
  },
  // "Nina and I broke up": the two of them, not years ago.
  parted: ({ end, clause: { tokens } }, subject) =>
    end === tokens.length && subject.is === 'speaker'
      ? [{ subject, attribute: 'partner', value: '', needs: 'nothing' }]
      : null,
  head: (fitting, subject) => {
    const [, before, behind] = /^(?:(.+?)(?:'s)? government|government (?:of|in) (.+))$/.exec(subject.key) ?? []
    const country = before ?? behind
    return country === undefined
      ? plain(fitting, subject, 'head')
      : plain(fitting, { ...subject, key: country }, 'head_of_government')
  },
  minister: (fitting, subject) => {
    const about = aboutOf(fitting, 4)
    return about === null ? null : plain(fitting, subject, `minister:${about}`)
  },
  allergy: (fitting, subject) => {
    const about = aboutOf(fitting, 4)
    return about === null ? null : [{ subject, attribute: `allergy:${about}`, value: 'yes', needs: 'nothing' }]
  },
  tool,
  qualified: (fitting, subject) => {
    const code = fitting.noun?.code ?? ''
    const about = aboutOf(fitting, 3)
    const kind = attributeOf(code)?.kind
    if (about === null || about.split(' ').some((word) => VAGUE.has(word) || ARTICLES.has(word))) return null
    if (kind === undefined || !(QUALIFIED.has(code) || COUNTED.has(kind))) return null
    if (code === 'tool') return tool(fitting, subject)
    const drafts = plain(fitting, subject, `${code}:${normalised(about)}`)
    if (QUALIFIED.has(code)) return drafts
    const mine = subject.is === 'speaker' && (kind === 'amount' || kind === 'contact')
    return subject.is === 'named' || mine
      ? drafts
      : (drafts?.map((draft) => ({ ...draft, needs: 'change' as const })) ?? null)
  },
}
