import { inOrder } from '../../concurrency/slices.js'
import { withoutEscapes } from '../../text/fold.js'
import { contentWords } from '../../text/words.js'

/** The most characters of a headline and of an overview, the mark of what was left out included. */
const HEADLINE = 80
const OVERVIEW = 300
const CUT = '…'
/** A sentence with fewer words of content greets or agrees, and heads nothing. */
const TELLING = 2
/** What is further behind heads nothing: to find the sentences of a long text takes time with the square of its length. */
const LOOKED_AT = 4000
/** A cut at a space leaves at least this share of the room. */
const KEPT = 0.6

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The first sentence that tells anything, or the beginning, in 80 characters; empty for a blank text alone. */
export const headlineOf = (text: string): string => {
  const [first = '', ...others] = tellingSentences(text)
  return cutTo(first, HEADLINE, others.length > 0)
}

/** Its first sentences that tell anything, as many as are whole in 300 characters; of a longer one the beginning. */
export const overviewOf = (text: string): string => {
  const told = tellingSentences(text)
  let overview = ''
  for (const sentence of told) {
    const longer = overview === '' ? sentence : `${overview} ${sentence}`
    if (lengthOf(longer) >= OVERVIEW) break
    overview = longer
  }
  return cutTo(overview === '' ? (told[0] ?? '') : overview, OVERVIEW, overview !== told.join(' '))
}

/**
 * The sentences at the beginning of a text, from the first that holds words of content, or all of them where none does;
 * behind them a mark where the text goes on.
 */
const tellingSentences = (text: string): readonly string[] => {
  const beginning = text.slice(0, LOOKED_AT).replace(/[\ud800-\udbff]$/, '')
  const all = [...sentences.segment(beginning)].map(({ segment }) => segment.trim()).filter((each) => each !== '')
  const from = all.findIndex((sentence) => contentWords(sentence).length >= TELLING)
  return [...all.slice(Math.max(0, from)), ...(beginning.length < text.length ? [CUT] : [])]
}

/** The text in at most so many characters, between words where there are any; marked where something was left out. */
const cutTo = (text: string, most: number, isCut: boolean): string => {
  if (!isCut && lengthOf(text) <= most) return text
  const open = text.replace(/[.。…]+$/u, '')
  if (open !== '' && lengthOf(open) < most) return `${open}${CUT}`
  let kept = ''
  let room = most - CUT.length
  for (const { segment } of characters.segment(text)) {
    room -= lengthOf(segment)
    if (room < 0) break
    kept += segment
  }
  const space = kept.lastIndexOf(' ')
  return `${space > KEPT * kept.length ? kept.slice(0, space) : kept.trimEnd()}${CUT}`
}

/** In code points. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

/** What goes into the text: a memory of the answer, in its order. */
export type Packable = {
  readonly id: string
  readonly content: string
  /** A fact in few words; empty where it has none. */
  readonly headline: string
  readonly overview: string
  readonly source_site: string
  readonly observed_at: string
  /** The day on which it was said, YYYY-MM-DD. */
  readonly day: string
  /** Its place in the log: of what was said at one time, the order it was said in. */
  readonly ordinal: bigint
  /** Whether it directly answers the query. */
  readonly answers: boolean
  /** What stands behind the label: that it is outdated; empty as a rule. */
  readonly mark: string
}

/**
 * `flat`: every memory in full or not at all. `tiered`: as many memories as fit, the best ones in full, others as an
 * overview or a headline. `abstract-aware`: what answers the query in full, what surrounds that as an overview.
 */
export type RetrievalMode = 'flat' | 'tiered' | 'abstract-aware'

/** L0 the headline, L1 the overview, L2 the full text. */
type Tier = 'L0' | 'L1' | 'L2'
/** The forms in which a memory may be shown, the fullest first. */
type Tiers = readonly (readonly [Tier, string])[]

/**
 * The forms of a memory in this mode. Where a model wrote no headline or overview they are made by rule, never empty. A
 * form that is as long as a fuller one is left out: what is short is always shown in full.
 */
const tiersOf = (memory: Packable, mode: RetrievalMode): Tiers => {
  if (mode === 'flat') return [['L2', memory.content]]
  const all: Tiers = [
    ['L2', memory.content],
    ['L1', memory.overview || overviewOf(memory.content)],
    ['L0', memory.headline || headlineOf(memory.content)],
  ]
  const lengths = all.map(([, text]) => lengthOf(text))
  const shorter = all.filter((_, i) => lengths.slice(0, i).every((fuller) => (lengths[i] ?? 0) < fuller))
  // A text no longer than an overview is one itself.
  const isAbstract = mode === 'abstract-aware' && !memory.answers && shorter.some(([tier]) => tier === 'L1')
  return isAbstract ? shorter.slice(1) : shorter
}

type TierAssignment = { readonly memory_id: string; readonly tier: Tier; readonly estimated_tokens: number }

export type Package = {
  readonly injection_text: string
  /** The memories in the text, in the order of the answer. */
  readonly citations: readonly string[]
  /** Whether the budget kept anything out. */
  readonly constrained: boolean
  /** The memories that the text does not show in full, in the order of the answer. */
  readonly expand_ids: readonly string[]
  /** How each memory in the text is shown, in the order of the answer. */
  readonly tiers: readonly TierAssignment[]
  readonly tokens: number
}

const emptyPackage: Package = {
  injection_text: '',
  citations: [],
  constrained: false,
  expand_ids: [],
  tiers: [],
  tokens: 0,
}

const CHARACTERS_PER_TOKEN = 4

/** An estimate: a token for every four characters (code points), rounded up. */
export const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN)

/** The best memory is shown in the fullest way that leaves this share of the budget to the others. */
const OF_THE_BEST = 0.5

/**
 * The memories as text for a prompt, grouped by where they come from. The budget (in tokens, headings included) is never
 * exceeded. First the best memory finds room, what answers before all else, then every other in its shortest form, best first, then
 * each in the fullest that fits. What has no room is left out whole. In the text sources are in alphabetical order, and of each what
 * answers stands last, else in the order it was said: the same memories give the same text whatever their ranks are, and a prompt
 * can be cached.
 */
export const pack = (
  memories: readonly Packable[],
  { mode, budget }: { readonly mode: RetrievalMode; readonly budget: number },
): Package => {
  const room = new Room(budget)
  const byNeed = memories.toSorted((a, b) => Number(b.answers) - Number(a.answers))
  const [best, ...others] = byNeed.map((memory) => ({ memory, forms: formsOf(memory, mode) }))
  if (best === undefined) return emptyPackage
  for (const form of best.forms) if (room.put(best.memory, form, form === best.forms.at(-1) ? 1 : OF_THE_BEST)) break
  for (const { memory, forms } of others) for (const shortest of forms.slice(-1)) room.put(memory, shortest)
  for (const { memory, forms } of [best, ...others])
    forms.find((form) => room.forms.get(memory.id) === form || room.put(memory, form))
  return packageOf(memories, room)
}

/** A line of the text, with its length in characters. */
type Form = { readonly tier: Tier; readonly line: string; readonly length: number }

/** The lines that may show a memory, the fullest first. */
const formsOf = (memory: Packable, mode: RetrievalMode): readonly Form[] =>
  tiersOf(memory, mode).map(([tier, text]) => {
    const line = bullet(memory, text)
    return { tier, line, length: lengthOf(line) }
  })

/** The text as it grows: which memories are in it and in which form. */
class Room {
  readonly forms = new Map<string, Form>()
  characters = 0
  private readonly sites = new Set<string>()
  private readonly budget: number

  constructor(budget: number) {
    this.budget = budget
  }

  /** Shows a memory in this form, or in place of another one; false, and nothing happens, where it is not within the share. */
  put({ id, source_site: site }: Packable, form: Form, share = 1): boolean {
    const before = this.forms.get(id)
    const grown = this.characters + form.length + (before === undefined ? this.newLine(site) : -before.length)
    if (tokensOf(grown) > this.budget * share) return false
    this.sites.add(site)
    this.forms.set(id, form)
    this.characters = grown
    return true
  }

  /** What a further memory of a source costs besides its line. */
  private newLine(site: string): number {
    if (this.sites.has(site)) return 1
    return lengthOf(heading(site)) + 1 + (this.characters > 0 ? 2 : 0)
  }
}

const packageOf = (memories: readonly Packable[], { forms, characters }: Room): Package => {
  const shown = memories.flatMap((memory) => {
    const form = forms.get(memory.id)
    return form ? [{ memory, form }] : []
  })
  const sites = [...new Set(shown.map(({ memory }) => memory.source_site))].toSorted(inOrder)
  const groups = sites.map((site) => {
    const lines = shown
      .filter(({ memory }) => memory.source_site === site)
      .toSorted(
        ({ memory: a }, { memory: b }) =>
          Number(a.answers) - Number(b.answers) ||
          inOrder(a.observed_at, b.observed_at) ||
          inOrder(a.ordinal, b.ordinal),
      )
      .map(({ form }) => form.line)
    return [heading(site), ...lines].join('\n')
  })
  const expand_ids = memories.filter(({ id }) => forms.get(id)?.tier !== 'L2').map(({ id }) => id)
  return {
    injection_text: groups.join('\n\n'),
    citations: shown.map(({ memory }) => memory.id),
    constrained: expand_ids.length > 0,
    expand_ids,
    tiers: shown.map(({ memory, form }) => ({
      memory_id: memory.id,
      tier: form.tier,
      estimated_tokens: tokensOf(form.length),
    })),
    tokens: tokensOf(characters),
  }
}

const heading = (site: string): string => `### Subject: site/${oneLine(site)}`

const bullet = ({ day, answers, mark }: Packable, text: string): string =>
  `- [${day}] [${answers ? 'answer' : 'context'}] ${mark === '' ? '' : `(${mark}) `}${oneLine(text)}`

/** Colours of terminals go, line breaks and other control characters become spaces, so that no memory can forge a heading or a bullet. */
export const oneLine = (text: string): string => withoutEscapes(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
