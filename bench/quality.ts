import { askDialogues, ingestDialogues } from '../eval/ask-dialogues.js'
import { clientAt } from '../eval/asking.js'
import { readOwn } from '../eval/datasets/own.js'
import { recallOf } from '../eval/figures.js'

/** Of our own question set, in per cent: at least one gold turn, and every one, among ten results. */
export type Quality = { readonly mode: 'search' | 'fast'; readonly any10: number; readonly all10: number }

const MODES = ['search', 'fast'] as const

/** How well the very service finds that is measured for speed. */
export const measureQuality = async (url: string): Promise<readonly Quality[]> => {
  const dialogues = await readOwn()
  const run = {
    client: clientAt({ url, key: 'local-dev-key' }),
    userOf: (name: string) => `own-${name}`,
    progress: () => {},
  }
  await ingestDialogues(run, dialogues)
  const measured: Quality[] = []
  for (const mode of MODES) {
    const { outcomes } = await askDialogues(run, dialogues, mode)
    const { any10, all10 } = recallOf(outcomes)
    measured.push({ mode, any10, all10 })
  }
  return measured
}
