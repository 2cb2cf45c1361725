import { AnswerUnusable } from '../../providers/errors.js'
import {
  type CompletionRequest,
  type LanguageModel,
  NO_USAGE,
  sumOf,
  type Usage,
} from '../../providers/language-model.js'
import { hasContent } from '../../text/content-words.js'
import { asData, type ExtractionAnswer, extractionAnswer, extractionPrompt, MOST_FACTS, shortened } from './prompt.js'
import { type Dropped, type ExtractedFact, type FactReading, readFact } from './read-fact.js'
import { halvesOf, isAssistant, type ReadWindow, readWindow, type ShownMemory, type Window } from './windows.js'

export type WindowExtraction = {
  readonly facts: readonly ExtractedFact[]
  /** Facts that were not taken, by reason. */
  readonly dropped: Dropped
  readonly usage: Usage
}

export type About = {
  /** What is known that may be about the same. */
  readonly known?: readonly ShownMemory[]
  readonly signal: AbortSignal
}

const MAX_OUTPUT_TOKENS = 8192
export const NOTHING_DROPPED: Dropped = { unsupported: 0, foreign: 0, invalid: 0, steering: 0, context: 0 }

/**
 * The facts that a model finds in a window, each with evidence that quotes its turns. A quote that is not there, a
 * number, date or name that nobody said, and a language that nobody spoke make a fact be dropped and counted; a window
 * that is too long for the model is read in halves. Secrets must have been redacted before.
 * @throws ProviderUnavailable, ProviderRejected, AnswerUnusable; BudgetExceeded of a model within a budget; the reason of
 * the signal. Then nothing of the window is known, and it can be asked for again.
 */
export const extractWindow = async (model: LanguageModel, window: Window, about: About): Promise<WindowExtraction> => {
  if (!window.some(({ context, content }) => !context && hasContent(content)))
    return { facts: [], dropped: NOTHING_DROPPED, usage: NO_USAGE }
  try {
    return await extractWhole(model, window, about)
  } catch (error) {
    const halves = isTooMuch(error) ? halvesOf(window) : undefined
    if (!halves) throw error
    const usage = error instanceof AnswerUnusable ? error.usage : NO_USAGE
    // One after the other: of a window that is too long, the second half may be beyond the budget.
    const first = await extractWindow(model, halves[0], about)
    const second = await extractWindow(model, halves[1], about)
    return joined([first, second], usage)
  }
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof AnswerUnusable && (error.fault === 'cut_off' || error.fault === 'too_long')

const joined = (parts: readonly WindowExtraction[], before: Usage): WindowExtraction => {
  const sum = (reason: keyof Dropped) => parts.reduce((all, { dropped }) => all + dropped[reason], 0)
  return {
    facts: parts.flatMap(({ facts }) => facts),
    dropped: {
      unsupported: sum('unsupported'),
      foreign: sum('foreign'),
      invalid: sum('invalid'),
      steering: sum('steering'),
      context: sum('context'),
    },
    usage: sumOf([before, ...parts.map(({ usage }) => usage)]),
  }
}

const extractWhole = async (model: LanguageModel, window: Window, about: About): Promise<WindowExtraction> => {
  const read = readWindow(window, about.known)
  const { value, usage } = await model.complete(requestFor(window, about, read))
  const readings = readingsOf(value, read)
  const facts = readings.flatMap((reading) => ('fact' in reading ? [reading.fact] : []))
  const dropped = { ...NOTHING_DROPPED }
  for (const reading of readings) if ('dropped' in reading) dropped[reading.dropped]++
  // A list of things that are no facts is an answer that was not understood, not an empty one.
  if (readings.length > 0 && dropped.invalid === readings.length) throw new AnswerUnusable('invalid', usage)
  return { facts, dropped, usage }
}

const readingsOf = ({ facts }: ExtractionAnswer, window: ReadWindow): readonly FactReading[] =>
  facts.slice(0, MOST_FACTS).map((raw) => readFact(raw, window))

const requestFor = (window: Window, about: About, read: ReadWindow): CompletionRequest<ExtractionAnswer> => ({
  prompt: extractionPrompt,
  input: extractionInput(window, about),
  schema: { name: 'facts', answer: extractionAnswer },
  review: (answer) => reviewOf(readingsOf(answer, read)),
  maxOutputTokens: MAX_OUTPUT_TOKENS,
  signal: about.signal,
})

/** What is asked of a window: one JSON document, whatever its turns say. */
export const extractionInput = (window: Window, { known = [] }: Pick<About, 'known'>): string =>
  asData({
    task: 'extract',
    ...(known.length === 0
      ? {}
      : {
          known: known.map(({ content, subject, day }, i) => ({
            ref: `k${i + 1}`,
            day,
            subject,
            content: shortened(content, LONGEST_SHOWN),
          })),
        }),
    turns: window.map((turn, i) => ({
      turn: i + 1,
      by: isAssistant(turn) ? 'assistant' : 'person',
      speaker: turn.name ?? turn.role,
      day: turn.day && dayNamed(turn.day),
      language: turn.language,
      ...(turn.context ? { context: true } : {}),
      text: turn.content,
    })),
  })

/** Of what is known, UTF-16 units. */
const LONGEST_SHOWN = 600

/** With its weekday, which a model works out badly. */
const dayNamed = (day: string): string =>
  `${day} ${new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(new Date(day))}`

/**
 * What a model is asked once more for: facts in another language than their turns, facts that cannot be read, and quotes
 * of which none is found.
 */
const reviewOf = (readings: readonly FactReading[]) => {
  const faults = readings.flatMap((reading, i) => {
    if (!('dropped' in reading)) return []
    if (reading.dropped === 'invalid') return [`facts.${i}: lacks evidence, content or claim.`]
    if (reading.dropped !== 'foreign') return []
    const language = reading.language === undefined ? '' : ` (${reading.language})`
    return [`facts.${i}: is not in the language of the turn${language} that it comes from. Do not translate.`]
  })
  const unsupported =
    readings.length > 0 && readings.every((reading) => 'dropped' in reading && reading.dropped === 'unsupported')
  return {
    faults: unsupported ? ['The quotes are not in the turns that they name. Copy the words exactly.'] : faults,
    good: readings.filter((reading) => 'fact' in reading).length,
  }
}
