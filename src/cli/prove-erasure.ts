import { readFile } from 'node:fs/promises'
import { BadSettings } from '../config/validation.js'
import type { ReplayedErasures } from '../operations/prove/replay-erasures.js'
import type { ErasureProof } from '../operations/prove/report.js'
import { withOwnDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import { type Operating, operate } from './operate.js'
import type { Run } from './ports.js'

type ProofArguments = {
  readonly user: string
  readonly memory: string | null
  readonly wordsFile: string | undefined
  readonly json: boolean
}

/** @returns the exit code: 1 where anything was found */
export const proveErasure = async (run: Run, { user, memory, wordsFile, json }: ProofArguments): Promise<number> => {
  const words = wordsFile === undefined ? [] : await wordsIn(wordsFile)
  return watched(run, 'palimpsest erase --prove', async ({ say, ...watch }) => {
    const proof = await run.proveErasure(run.config, { user, memory, words }, watch)
    await say(...(json ? [JSON.stringify(proof)] : sentencesOf(proof)))
    return proof.proven ? EXIT.done : EXIT.failed
  })
}

/** @returns the exit code */
export const replayErasures = (run: Run, { json }: { readonly json: boolean }): Promise<number> =>
  watched(run, 'palimpsest erase --replay', async ({ say, ...watch }) => {
    const done = await run.replayErasures(run.config, watch)
    await say(json ? JSON.stringify(done) : sentenceOf(done))
    return EXIT.done
  })

const watched = (run: Run, about: string, work: (operating: Operating) => Promise<number>): Promise<number> =>
  operate(run, { left: 'Run the same command again.' }, (operating) =>
    withOwnDirectory(run.config, about, () => work(operating)),
  )

const wordsIn = async (file: string): Promise<readonly string[]> => {
  try {
    const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8')
    return text.split(/\r?\n/).filter((line) => line.trim() !== '')
  } catch {
    throw new BadSettings([`--words-file must be a file that can be read: ${file}.`])
  }
}

const sentencesOf = ({ proven, looked, against, next, unseen, seconds }: ErasureProof): readonly string[] => {
  const sum = (kind: string, unit: string) => {
    const some = looked.filter((each) => each.unit === unit)
    const found = some.filter((each) => each.found > 0).length
    return some.length === 0
      ? []
      : [`${kind}: ${some.length}, with ${found === 0 ? 'nothing' : `something in ${found}`}.`]
  }
  return [
    ...looked
      .filter(({ unit, found }) => !['rows', 'vectors', 'bytes'].includes(unit) || found > 0)
      .map(
        ({ place, seen, unit, found }) => `${found === 0 ? 'ok     ' : 'FOUND  '}${place}: ${found} of ${seen} ${unit}`,
      ),
    ...sum('Columns of tables searched', 'rows'),
    ...sum('Columns of vectors searched', 'vectors'),
    ...sum('Files searched', 'bytes'),
    ...against,
    ...unseen,
    `${proven ? 'Proven: nothing was found' : 'Not proven'}, in ${seconds.toFixed(1)} s.`,
    ...next,
  ]
}

const sentenceOf = ({ events, erasing, destroyed }: ReplayedErasures): string =>
  `${erasing} of ${events} events erase something; ${destroyed} keys that were there were destroyed again. What is left of whom: palimpsest erase --prove --user ID`
