import type { ReingestingStore } from '../cli/ports.js'
import { createDerive } from '../commands/deriving/derive.js'
import { createSecondaryModel } from '../commands/secondary-model.js'
import { createTransact } from '../commands/transact.js'
import type { Config } from '../config/config.js'
import { createSettings } from '../config/runtime-settings.js'
import type { Logger } from '../logger.js'
import { createReingest } from '../operations/reingest/reingest.js'
import { ReingestRefused } from '../operations/reingest/report.js'
import { reachedUnlessParked } from '../projector/progress.js'
import { createReadYourWrites } from '../projector/read-your-writes.js'
import { openDeriver } from './background-work.js'
import { decisionReads } from './decision-reads.js'
import { openAlone, source } from './operate-store.js'

/** Opens the store to derive facts of episodes that were taken in without a language model, beside services or without. */
export const reingestStore = async (config: Config, logger: Logger): Promise<ReingestingStore> => {
  const { llm } = config
  const deriver = await openDeriver(config, createSettings(config))
  if (llm.provider === 'none' || deriver.model === undefined) throw new ReingestRefused('No language model is set.')
  const opened = await openAlone(config, logger)
  const { readModelSets, activeModel, databases } = opened
  const active = activeModel.current()
  const others = readModelSets.filter((other) => other !== active)
  const { reading } = active.serving
  const derive = createDerive({
    ...opened,
    ...source,
    ...decisionReads({ reading, banks: undefined }),
    deriver,
    provider: active.provider,
    secondaryModels: others.map(({ provider }) => secondaryModelOf(provider, logger)),
    transact: transactOn(opened, active, { config, logger }),
    timeoutMs: config.writeTimeoutMs,
    maxAppendBytes: config.maxAppendBytes,
    quota: config.memoryCap,
  })
  const { caughtUp } = active
  const { prices, end: breakOff } = deriver
  const parts = { databases, reading, caughtUp, derive, breakOff, prices, atOnce: llm.concurrentCalls }
  const close = async () => {
    deriver.end()
    await opened.close()
  }
  return { reingest: createReingest(parts), close }
}

type Opened = Awaited<ReturnType<typeof openAlone>>

const secondaryModelOf = (provider: Opened['readModelSets'][number]['provider'], logger: Logger) =>
  createSecondaryModel(provider, {
    now: () => performance.now(),
    failed: (error) => logger.warn({ err: error, model: provider.model }, 'a second embedding model has failed'),
  })

const transactOn = (
  { store }: Pick<Opened, 'store'>,
  { serving: { projector } }: Opened['readModelSets'][number],
  { config, logger }: { readonly config: Config; readonly logger: Logger },
) => {
  const late = (stream: string, _: unknown, error: unknown) =>
    logger.warn({ err: error, stream }, 'a write is not shown yet')
  const { shown } = createReadYourWrites(projector, { waitMs: config.readWaitMs, late })
  // No request waits for it, so none is answered again.
  return createTransact(store, { reached: reachedUnlessParked(projector), shown }, async () => undefined)
}
