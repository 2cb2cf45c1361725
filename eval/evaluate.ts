import { ablate } from './ablation.js'
import { askChats, ingestChats } from './ask-chats.js'
import { askDialogues, ingestDialogues, type Outcome, type Run } from './ask-dialogues.js'
import { askHaystacks } from './ask-haystacks.js'
import { askNewer, orderFiguresOf, tellNewer, WAYS } from './ask-newer.js'
import type { Mode } from './asking.js'
import { compareIngests } from './compare-ingests.js'
import type { Chat } from './datasets/beam.js'
import type { Haystacks } from './datasets/longmemeval.js'
import type { Renewed } from './datasets/newer.js'
import type { Trap } from './datasets/traps.js'
import type { Dialogue } from './dialogue.js'
import { groupsOf, leastScoresOf, recallOf, sessionGroupsOf, timesOf, unanswerableOf, wordsOf } from './figures.js'
import {
  printAblation,
  printEmpty,
  printGroups,
  printLeastScores,
  printOrders,
  printSessions,
  printTimes,
  printTraps,
  printUnanswerable,
  printWords,
} from './report.js'
import { tellTraps } from './tell-traps.js'

export type Wishes = { readonly modes: readonly Mode[]; readonly ablate: boolean }

const NAMES = { search: 'Full search', fast: 'Fast search' } as const

/** Tells the dialogues to the service, asks their questions and prints how many were found; the figures, for JSON. */
export const evaluateDialogues = async (run: Run, dialogues: readonly Dialogue[], wishes: Wishes) => {
  const ingest = timesOf(await ingestDialogues(run, dialogues))
  const searches: Record<string, unknown> = {}
  for (const mode of wishes.modes) {
    const { outcomes, times } = await askDialogues(run, dialogues, mode)
    const empty = outcomes.filter(({ found }) => found === 0).length
    const figures = {
      groups: groupsOf(outcomes),
      times: timesOf(times),
      empty,
      leastScores: leastScoresOf(outcomes),
      ...withNone(outcomes),
    }
    searches[mode] = { ...figures, ranks: outcomes.map(({ dialogue, kind, ranks }) => ({ dialogue, kind, ranks })) }
    printGroups(`${NAMES[mode]}: questions whose gold turns are among the first results, in per cent`, figures.groups)
    printEmpty(empty, outcomes.length)
    if (figures.unanswerable !== undefined) printUnanswerable(figures.unanswerable)
    printLeastScores(figures.leastScores)
    printTimes({ 'ingest of a session': ingest, search: figures.times })
  }
  return { ingest, searches, ...(wishes.ablate ? { ablation: await ablation(run, dialogues, wishes) } : {}) }
}

/** The same for dialogues in which something holds no longer, told by quick and by full ingest: what comes before what. */
export const evaluateNewer = async (run: Run, dialogues: readonly Renewed[], modes: readonly Mode[]) => {
  for (const way of WAYS) await tellNewer(run, dialogues, way)
  const searches: Record<string, unknown> = {}
  for (const mode of modes) {
    const orders = [
      ...(await askNewer(run, dialogues, { mode, way: 'quick' })),
      ...(await askNewer(run, dialogues, { mode, way: 'full' })),
    ]
    const figures = orderFiguresOf(orders)
    searches[mode] = figures
    printOrders(`${NAMES[mode]}: what holds now before what does not, in per cent`, figures)
  }
  return searches
}

const withNone = (outcomes: readonly Outcome[]) =>
  outcomes.some(({ ranks }) => ranks.length === 0) ? { unanswerable: unanswerableOf(outcomes) } : {}

const ablation = async (run: Run, dialogues: readonly Dialogue[], { modes: [mode = 'search'] }: Wishes) => {
  const { ablations, same } = await ablate(run, dialogues, mode)
  const rows = ablations.map(({ name, outcomes }) => ({ name, ...recallOf(outcomes) }))
  printAblation(rows, same)
  return { mode, same, rows }
}

/** The same for long chats with an assistant, by who said what holds the answer. */
export const evaluateChats = async (run: Run, chats: readonly Chat[], modes: readonly Mode[]) => {
  const ingest = timesOf(await ingestChats(run, chats))
  const searches: Record<string, unknown> = {}
  for (const mode of modes) {
    const { outcomes, times } = await askChats(run, chats, mode)
    const figures = { groups: groupsOf(outcomes), words: wordsOf(outcomes), times: timesOf(times) }
    searches[mode] = figures
    printGroups(`${NAMES[mode]}: questions whose gold turns are among the first results, in per cent`, figures.groups)
    printWords(figures.words)
    printTimes({ 'ingest of a part of a session': ingest, search: figures.times })
  }
  return { ingest, searches }
}

/** The same for questions whose answer is a session among many. */
export const evaluateHaystacks = async (run: Run, { asked, skipped }: Haystacks, mode: Mode) => {
  const { outcomes, ingestTimes, times } = await askHaystacks(run, asked, mode)
  const groups = sessionGroupsOf(outcomes)
  printSessions(`${NAMES[mode]}: sessions that hold the answer among the first five, in per cent`, groups)
  console.log(
    `\nNot counted: ${skipped.abstention} questions without an answer, ${skipped.withoutTarget} whose answer the user did not say.`,
  )
  const figures = { ingest: timesOf(ingestTimes), search: timesOf(times) }
  printTimes({ 'ingest of a session': figures.ingest, search: figures.search })
  return { mode, groups, skipped, ...figures }
}

/** Ingests the traps fully and prints what was superseded, all of it wrongly. */
export const evaluateTraps = async (run: Run, traps: readonly Trap[], apart: boolean) => {
  const told = await tellTraps(run, traps, apart)
  printTraps(told)
  const times = timesOf(told.flatMap((trap) => trap.times))
  printTimes({ 'full ingest': times })
  return { apart, traps: told.map(({ id, memories, superseded }) => ({ id, memories, superseded })), times }
}

/** What full and quick ingest of the same sessions take. */
export const evaluateIngests = async (run: Run, dialogues: readonly Dialogue[]) => {
  const times = await compareIngests(run, dialogues)
  printTimes({ 'full ingest of a session': times.full, 'quick ingest of the same': times.quick })
  return times
}
