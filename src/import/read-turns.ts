import { chatExport, chatml, headed, roleElements } from './chat-formats.js'
import { emails, replies } from './emails.js'
import { labelled } from './labels.js'
import { proseTurns } from './prose.js'
import { calendar, gitLog, jsonRecords } from './records.js'
import { looksLikeName } from './speakers.js'
import type { Form, Turn } from './turn.js'

const TIMES = /^\s*(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{3}\s+-->\s+(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{3}(?:\s.*)?$/
/** As Whisper prints them: `[00:00:01.000 --> 00:00:04.000]  text`. */
const BESIDE = /^\s*\[(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{3}\s+-->\s+(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{3}\]\s{0,4}(?=\S)/
const HEAD = /^WEBVTT(?:\s|$)/
/** Blocks of WebVTT that nobody said. */
const ASIDE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/
/** A voice span of WebVTT: https://www.w3.org/TR/webvtt1/#webvtt-cue-voice-span. */
const VOICE = /^<v(?:\.[^ >]{1,40})? ([^>]{1,80})>/
const NAMED = /^(?:\(([^():]{1,60})\)$|([^:]{1,60}?):(?=\s|$))\s*/
const TAG = /<\/?(?:v|c|i|b|u|ruby|rt|lang)(?:[. ][^>]{0,80})?>|<\d{2}:[\d:.]{5,12}>/g
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/
/** Characters after which a turn ends where no sentence does: what machines hear has often no full stops. */
const LONG = 500

/** A line that was said, and who is named as its speaker. */
type Heard = { readonly line: number; readonly name: string | undefined; readonly text: string }

/**
 * Captions of a meeting or a recording, WebVTT or SubRip: pieces of speech between times, with the names of speakers or without.
 * A piece ends anywhere in a sentence, so what a speaker says in a row is put together up to the end of one. Who is named
 * speaks until somebody else is.
 */
const captions: Form = (text) => {
  const lines = text.split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  // A dialogue may show such lines.
  const isBeside = filled.every((line) => BESIDE.test(line))
  const times = isBeside ? filled.length : lines.filter((line) => TIMES.test(line)).length
  if (times === 0 || (times < 2 && !HEAD.test(text.trimStart()))) return undefined
  const turns: { speaker: string | null; text: string; readonly line: number }[] = []
  for (const { line, name, text: said } of heardIn(isBeside ? lines.map((line) => line.replace(BESIDE, '')) : lines)) {
    const last = turns.at(-1)
    const speaker = name ?? last?.speaker ?? null
    if (last?.speaker === speaker && !isOver(last.text)) last.text = `${last.text} ${said}`.trim()
    else turns.push({ speaker, text: said, line })
  }
  return turns.filter((turn): turn is Turn & { line: number } => turn.text !== '')
}

const isOver = (said: string): boolean => SENTENCE_END.test(said) || said.length > LONG

/** What is left without times, their identifiers, and blocks that are no speech. */
const heardIn = (lines: readonly string[]): readonly Heard[] => {
  let isAside = false
  return lines.flatMap((written, line) => {
    const trimmed = written.trim()
    if (HEAD.test(trimmed) || ASIDE.test(trimmed)) isAside = true
    else if (trimmed === '' || TIMES.test(written)) isAside = false
    if (isAside || trimmed === '' || TIMES.test(written) || isIdentifier(lines, line)) return []
    return [{ line, ...spoken(trimmed) }]
  })
}

/** Right before the times of a piece: one word, or anything behind an empty line. */
const isIdentifier = (lines: readonly string[], at: number): boolean =>
  TIMES.test(lines[at + 1] ?? '') && (/^\s*\S+\s*$/.test(lines[at] ?? '') || (lines[at - 1] ?? '').trim() === '')

const spoken = (written: string): Omit<Heard, 'line'> => {
  const voice = VOICE.exec(written)?.[1]
  const plain = written.replace(TAG, '').trim()
  const label = NAMED.exec(plain)
  const name = voice ?? label?.[1] ?? label?.[2]
  if (name === undefined || (voice === undefined && !looksLikeName(name.trim())))
    return { name: undefined, text: plain }
  return { name: name.trim(), text: voice === undefined ? plain.slice(label?.[0].length) : plain }
}

/** In order of precedence, the most specific first. */
const FORMS: readonly Form[] = [
  chatml,
  roleElements,
  captions,
  chatExport,
  headed,
  emails,
  gitLog,
  calendar,
  jsonRecords,
  labelled,
  replies,
]

/** Parses a text as turns in the first format that fits, else as prose. Line ends must be `\n`. */
export const readTurns = (text: string): readonly Turn[] => {
  for (const form of FORMS) {
    const turns = form(text)
    if (turns) return turns
  }
  return proseTurns(text)
}
