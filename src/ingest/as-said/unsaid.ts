import { isRole } from '../../import/speakers.js'
import type { KnownWords } from '../../queries/known-words.js'
import { isAssistantRole } from '../../text/assistant.js'
import { withoutDays } from '../../text/dates/days-in-words.js'
import { textHash } from '../../text/text-hash.js'

/** Whose messages no person and no assistant says. */
const MACHINES: ReadonlySet<string> = new Set(['system', 'developer', 'tool', 'function', 'tool_result', 'ipython'])

/** Whether who speaks gives an instruction for a model, or a result of a tool: nobody states it. */
export const isUnsaid = (role: string | null): boolean => role !== null && MACHINES.has(role)

/** What models put around their thoughts, at the start of a line; elsewhere a tag may be spoken of. */
const THOUGHTS = 'think|thinking|thought|reasoning|reflection|scratchpad|inner_monologue'
const OPENING = String.raw`(?<=^[ \t]{0,8})<(?:(?:${THOUGHTS})|details\s[^>]{0,200}type=["']?reasoning["']?[^>]{0,200})\s*>`
/** Closed, or to the end. */
const THOUGHT = new RegExp(String.raw`${OPENING}[\s\S]*?(?:</(?:${THOUGHTS}|details)\s*>|$(?![\s\S]))`, 'gimu')
/** Where the opening tag was a part of the prompt. */
const BEGUN = /^(?:(?!<think(?:ing)?\s*>)[\s\S])*<\/think(?:ing)?\s*>/iu

/** Files in the place of words; shorter ones may be examples. */
const DATA_URI =
  /data:[\w.+-]{1,100}\/[\w.+-]{1,100}(?:;[\w.+-]{1,100}(?:=[\w.+-]{1,100})?){0,5};base64,[\w+/=%-]{64,}/giu

/** What is stated of a text: without a model's thoughts, and without data. */
export const statedIn = (
  text: string,
  { role, speaker }: { readonly role?: string; readonly speaker: string | null },
): string => {
  const words = text.includes(';base64,') ? text.replace(DATA_URI, '') : text
  return words.includes('<') && isAssistantRole(role ?? speaker)
    ? words.replace(THOUGHT, '').replace(BEGUN, '').trim()
    : words
}

export type Cleaned = { readonly text: string; readonly ownOutputLines: number }

/** What quotes, lists, code and elements put before a line. */
const AROUND = String.raw`^(?:\s{0,20}<[^<>]{1,60}>)?[^\p{L}\p{N}]{0,20}`
const HEADING = new RegExp(String.raw`${AROUND}### (?:Subject: site/\S|Open conflicts\W*$)`, 'u')
const BULLET = new RegExp(
  String.raw`${AROUND}(?:\d{1,3}[.)]\s)?\[\d{4}-\d{2}-\d{2}\] \[(?:answer|context|conflict)\] `,
  'u',
)
const MORE = new RegExp(String.raw`${AROUND}\[conflict\] \+\d+ more\W*$`, 'u')

/** Removes the lines that this service produced itself (the form of `injection_text`) and counts the bullets. */
export const dropPastedBack = (text: string): Cleaned => {
  if (!/\[(?:answer|context|conflict)\]/.test(text) && !text.includes('### Subject: site/'))
    return { text, ownOutputLines: 0 }
  const lines = text.split('\n')
  const kept = lines.filter((line) => !HEADING.test(line) && !BULLET.test(line) && !MORE.test(line))
  return { text: kept.join('\n'), ownOutputLines: lines.filter((line) => BULLET.test(line)).length }
}

/**
 * Memories that come back: programs put what a search has found into the messages that they send, and those are ingested. They are
 * found as blocks: two consecutive lines or more, or the items of one list, all of which say what memories say.
 */

/** How a text is known: as what is in force or was deleted, or as what something else took the place of. */
type Line = {
  /** What it says, by the hashes that a memory of it may have; empty where it is only packaging. */
  readonly hashes: readonly string[]
  /** Whether it has the form of answers: in a list or an element, or with the label of a role. */
  readonly isListed: boolean
  readonly isBlank: boolean
}

/** Lines of a message that are looked at; what is longer is a document. */
const MOST_LINES = 400
const LONGEST = 600

const MARKER = /^\s{0,20}(?:[-*•+–]|\(?\d{1,3}[.):])\s+/u
/** Days, scores and marks that packaging adds before and behind; one at a time, so that no text is looked through again and again. */
const DAY_OR_SCORE = String.raw`\d{4}-\d\d-\d\d[\dT:.\sZ+-]{0,30}|[01]?\.\d{1,20}`
const BEFORE = new RegExp(
  String.raw`^[[(](?:${DAY_OR_SCORE}|answer|context|memory|fact|untrusted|outdated(?: by \d{4}-\d\d-\d\d)?)[\])]\s{0,20}`,
  'iu',
)
const MARKS = 'score|similarity|relevance|distance|confidence|outdated|untrusted|id'
const BEHIND = new RegExp(String.raw`\s{0,20}[[(](?:${DAY_OR_SCORE}|(?:${MARKS})\b[^()[\]]{0,60})[\])]$`, 'iu')
const MOST_MARKS = 4
const TAG = /<\/?[a-z][\w-]{0,30}(?:\s[^<>]{0,200})?>/giu
const QUOTED = /^["'“„](.*)["'”“],?$/u
const LABEL = /^([\p{L}][^:\n]{0,40}): (?=\S)/u

/** What a line says without what packaging adds. A line that is longer than any memory with it is left as it is. */
const unpacked = (line: string): string => {
  if (line.length > 2 * LONGEST) return line
  let said = line.replace(MARKER, '').replace(TAG, ' ').trim().replace(QUOTED, '$1')
  for (let marks = 0; marks < MOST_MARKS; marks++) said = said.replace(BEFORE, '').replace(BEHIND, '')
  return said.trim()
}

/** Whoever is named by a role says it in the memory of a message. */
const hashesOf = (said: string): readonly string[] => {
  const label = LABEL.exec(said)?.[1]
  const own = label !== undefined && isRole(label) ? said.slice(label.length + 2) : said
  const plain = withoutDays(own)
  const forms = [own, plain].flatMap((words) => [words, `User: ${words}`, `Assistant: ${words}`])
  return [...new Set([said, withoutDays(said), ...forms])].map((text) => textHash(text))
}

const lineOf = (line: string): Line => {
  const said = unpacked(line)
  const isWords = said.length > 2 && said.length <= LONGEST
  return {
    hashes: isWords ? hashesOf(said) : [],
    isListed: MARKER.test(line) || /^\s*<\/?[a-z]/iu.test(line) || isRole(LABEL.exec(said)?.[1] ?? ''),
    isBlank: said === '' || /^[[\]{}(),`]*(?:json)?$/u.test(said),
  }
}

const FIELDS = ['memory', 'content', 'text', 'fact']

/** The texts of a JSON list, also within an object, of texts or of records; undefined where it is none. */
const listedIn = (value: unknown): readonly string[] | undefined => {
  if (!Array.isArray(value)) {
    const lists = typeof value === 'object' && value !== null ? Object.values(value).filter(Array.isArray) : []
    return lists.length === 1 ? listedIn(lists[0]) : undefined
  }
  const texts = value.map((each: unknown) =>
    typeof each === 'string'
      ? each
      : FIELDS.map((field) => Reflect.get(Object(each), field)).find((text) => typeof text === 'string'),
  )
  return texts.length <= MOST_LINES && texts.every((text) => typeof text === 'string') ? texts : undefined
}

/** Where a text holds a JSON list, and what that says. */
const jsonIn = (
  text: string,
): { readonly from: number; readonly to: number; readonly said: readonly string[] } | undefined => {
  const from = text.search(/[[{]\s*["{[]/u)
  const to = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1
  if (from < 0 || to <= from) return undefined
  try {
    const said = listedIn(JSON.parse(text.slice(from, to)))
    return said && { from, to, said: said.map(unpacked) }
  } catch {
    return undefined
  }
}

const linesIn = (text: string): readonly string[] =>
  text.replace(/(<\/[a-z][\w-]{0,30}>)\s*(?=<[a-z])/giu, '$1\n').split('\n')

/** The hashes that words of a text may be known by, as far as they stand in a block. */
export const candidatesIn = (text: string): readonly string[] => {
  const json = jsonIn(text)
  if (json && json.said.length > 1) return json.said.flatMap(hashesOf)
  const lines = linesIn(text)
  if (lines.length < 2 || lines.length > MOST_LINES) return []
  const all = lines.map(lineOf)
  return all.filter(({ hashes }) => hashes.length > 0).length < 2 ? [] : all.flatMap(({ hashes }) => hashes)
}

type CleanedText = { readonly text: string; readonly left: number }

/** A text without the memories that come back in it, and how many these are. */
export const withoutKnown = (text: string, known: KnownWords, isUsers: boolean): CleanedText => {
  if (known.size === 0) return { text, left: 0 }
  const json = jsonIn(text)
  if (json && json.said.length > 1)
    return json.said.every((said) => isKnown(hashesOf(said), known, true))
      ? {
          text: `${text.slice(0, json.from).replace(INTRODUCTION, '')}${text.slice(json.to)}`.trim(),
          left: json.said.length,
        }
      : { text, left: 0 }
  const lines = linesIn(text)
  if (lines.length < 2 || lines.length > MOST_LINES) return { text, left: 0 }
  const all = lines.map(lineOf)
  const gone = new Set(blocksIn(all, known).flatMap((block) => (mayGo(block, all, isUsers) ? block : [])))
  const left = [...gone].filter((at) => (all[at]?.hashes.length ?? 0) > 0).length
  if (left === 0) return { text, left }
  const isLeft = (line: string, at: number) => !gone.has(at) && !(gone.has(at + 1) && INTRODUCTION.test(line))
  return { text: lines.filter(isLeft).join('\n').trim(), left }
}

/** What says that a block follows: the line before it. */
const INTRODUCTION = /^[^\n]{0,200}[:：]\s*$(?![\s\S])/mu

const isKnown = (hashes: readonly string[], known: KnownWords, isListed: boolean): boolean =>
  hashes.some((hash) => known.get(hash) === 'stated' || (isListed && known.get(hash) === 'superseded'))

/** Places of consecutive lines, two or more, that are known: of a list all of it, and the packaging around it. */
const blocksIn = (lines: readonly Line[], known: KnownWords): readonly (readonly number[])[] => {
  const blocks: number[][] = []
  let run: number[] = []
  const end = () => {
    const said = run.filter((at) => (lines[at]?.hashes.length ?? 0) > 0)
    if (said.length > 1) blocks.push(run)
    run = []
  }
  for (const [at, line] of lines.entries()) {
    const before = lines[run.at(-1) ?? -1]
    if (line.hashes.length === 0 && line.isListed && line.isBlank) run.push(at)
    else if (isKnown(line.hashes, known, line.isListed)) {
      if (before !== undefined && before.isListed !== line.isListed && !before.isBlank) end()
      run.push(at)
    } else {
      // A list that says something else, too, is its writer's own.
      if (line.isListed && before?.isListed === true) run = []
      end()
    }
  }
  end()
  return blocks.filter((block) => !followsOwn(block, lines))
}

/** Whether the line before a block is of the same list, and not known. */
const followsOwn = ([first = 0]: readonly number[], lines: readonly Line[]): boolean =>
  lines[first]?.isListed === true && lines[first - 1]?.isListed === true && lines[first - 1]?.isBlank === false

/** A user may say again what is known: then it has neither the form of answers nor stands beside other words. */
const mayGo = (block: readonly number[], lines: readonly Line[], isUsers: boolean): boolean =>
  !isUsers || block.some((at) => lines[at]?.isListed) || lines.some((line, at) => !block.includes(at) && !line.isBlank)
