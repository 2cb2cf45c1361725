import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { CommanderError } from 'commander'
import { type Arguments, createProgram } from './arguments.js'
import type { Run } from './ask-dialogues.js'
import { clientAt, type Mode } from './asking.js'
import { readBeam } from './datasets/beam.js'
import { readLocomo } from './datasets/locomo.js'
import { readLongMemEval } from './datasets/longmemeval.js'
import { HALVES, readNewer } from './datasets/newer.js'
import { readOwn } from './datasets/own.js'
import { BadInput } from './datasets/read-json.js'
import { readTraps } from './datasets/traps.js'
import {
  evaluateChats,
  evaluateDialogues,
  evaluateHaystacks,
  evaluateIngests,
  evaluateNewer,
  evaluateTraps,
} from './evaluate.js'
import { progressOn } from './progress.js'
import { surroundings } from './report.js'
import { openTarget } from './target.js'

const modesOf = ({ mode }: Arguments): readonly Mode[] => (mode === 'both' ? ['search', 'fast'] : [mode])

/** The data set is read before a service is started: a wrong path is told at once. */
const evaluationOf = async (wishes: Arguments): Promise<(run: Run) => Promise<object>> => {
  const { locomo, convs, longmemeval, limit, own, beam } = wishes
  if (wishes.corrections) {
    const traps = await readTraps()
    return (run) => evaluateTraps(run, traps, wishes.apart)
  }
  if (longmemeval !== undefined) {
    const haystacks = await readLongMemEval(longmemeval, limit)
    // Telling takes far longer than asking, and each question has a user of its own: one way of asking a run.
    return (run) => evaluateHaystacks(run, haystacks, wishes.mode === 'fast' ? 'fast' : 'search')
  }
  if (beam !== undefined) {
    const chats = await readBeam(beam, wishes.chats)
    return (run) => evaluateChats(run, chats, modesOf(wishes))
  }
  if (locomo === undefined && own === undefined)
    throw new BadInput('Say which set: --own, --corrections, --locomo, --beam or --longmemeval.')
  const dialogues = locomo === undefined ? await readOwn() : await readLocomo(locomo, convs)
  if (wishes.ingests) return (run) => evaluateIngests(run, dialogues)
  const renewed = own && !wishes.ablate && !wishes.full ? (await Promise.all(HALVES.map(readNewer))).flat() : []
  return async (run) => {
    const figures = await evaluateDialogues(run, dialogues, { modes: modesOf(wishes), ablate: wishes.ablate })
    return renewed.length === 0 ? figures : { ...figures, newer: await evaluateNewer(run, renewed, modesOf(wishes)) }
  }
}

const SETS = ['corrections', 'locomo', 'longmemeval', 'beam'] as const

const evaluate = async (wishes: Arguments): Promise<void> => {
  const evaluation = await evaluationOf(wishes)
  const target = await openTarget(wishes)
  const suffix = randomUUID().slice(0, 8)
  try {
    const userOf = (name: string) => `eval-${name}-${suffix}`
    const client = clientAt(target, wishes.full ? 'full' : 'quick')
    const figures = await evaluation({ client, userOf, progress: progressOn(process.stderr) })
    const { mode, convs, limit, ablate } = wishes
    const set = SETS.find((name) => wishes[name] !== undefined) ?? 'own'
    const asked = {
      set,
      mode,
      ...(set === 'locomo' ? { convs } : {}),
      ...(limit === undefined ? {} : { limit }),
      ablate,
    }
    const report = { ...surroundings(), configuration: { ...asked, ...target.about }, figures }
    if (wishes.json !== undefined) await writeFile(wishes.json, `${JSON.stringify(report, null, 2)}\n`)
  } finally {
    await target.close()
  }
}

try {
  await createProgram(evaluate).parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof BadInput ? 2 : 1
  }
}
