import { OperationRefused } from '../concurrency/operation.js'
import { type EmbeddingModel, modelName, sameModel } from '../domain/embedding.js'
import { SYSTEM } from '../domain/event.js'
import {
  chosenModels,
  type EmbeddingModelChosen,
  logId as idOfLog,
  type KeyMark,
  LOG_FORMAT,
  logFormat,
  masterKeyMark,
  type StoreEvent,
  type StoreOpened,
  unfinishedCopies,
} from '../domain/store.js'
import { decode, encode } from '../event-store/codec.js'
import {
  appendDeterminate,
  type EventStore,
  type Revision,
  type StoreStreams,
  WrongRevision,
} from '../event-store/event-store.js'

/** What the log says of itself. */
export type StoreState = {
  readonly logId: string
  readonly revision: Revision
  /** Whose vectors answer requests. */
  readonly chosen: EmbeddingModel
  /** Whose did before, the latest last. */
  readonly before: readonly EmbeddingModel[]
  /** Of the store's secret key; undefined while it has none. */
  readonly keyMark: KeyMark | undefined
}

/**
 * Undefined where there is no store of this prefix yet. Throws OperationRefused where the log holds a part of another one, or has
 * a format that this build does not read.
 */
export const readStore = async (
  store: Pick<EventStore, 'read'>,
  streams: Pick<StoreStreams, 'store'>,
): Promise<StoreState | undefined> => {
  const happened = await storeEventsIn(store, streams)
  const [unfinished] = happened.reduce(unfinishedCopies.evolve, unfinishedCopies.initial)
  if (unfinished)
    throw new OperationRefused(
      `This log is a copy of log ${unfinished.of} that has not been finished: run \`palimpsest copy-log\` again.`,
    )
  if (happened.length > 0) requireFormat(happened.reduce(logFormat.evolve, logFormat.initial))
  const models = happened.reduce(chosenModels.evolve, chosenModels.initial)
  const logId = happened.reduce(idOfLog.evolve, idOfLog.initial)
  const chosen = models.at(-1)
  if (happened.length === 0) return undefined
  if (chosen === undefined || logId === undefined) throw new Error('the log has not been opened')
  const keyMark = happened.reduce(masterKeyMark.evolve, masterKeyMark.initial)
  return { logId, revision: BigInt(happened.length - 1), chosen, before: models.slice(0, -1), keyMark }
}

/** Nothing of the log was changed: whoever wrote it reads it as before. */
const requireFormat = (format: number | undefined): void => {
  if (format === LOG_FORMAT) return
  if (format !== undefined && format > LOG_FORMAT)
    throw new OperationRefused(
      `This log has format ${format}, and this build reads format ${LOG_FORMAT}. Start a newer build: the one that wrote the log, or a later one.`,
    )
  throw new OperationRefused(
    `This log was written before format ${LOG_FORMAT}, and this build reads format ${LOG_FORMAT}. Only the build that wrote it reads it: ` +
      'start that one again. To move to this build, list there what each user has (`GET /v1/memories/list`, `GET /v1/memories/episodes`), ' +
      'and ingest it into a new store of this build. `palimpsest copy-log` copies events as they are, so it does not help.',
  )
}

/** All that has happened to the store itself, in order. */
export const storeEventsIn = async (
  store: Pick<EventStore, 'read'>,
  { store: stream }: Pick<StoreStreams, 'store'>,
): Promise<readonly StoreEvent[]> => {
  const happened: StoreEvent[] = []
  for await (const recorded of store.read(stream)) {
    const event = decode(recorded)
    if ('userId' in event.metadata) throw new Error(`${event.type} is no event of ${stream}`)
    happened.push(event as StoreEvent) // only those have no user
  }
  return happened
}

/** The store's vectors were made by a model that the settings do not name: without it nothing can be found by meaning. */
export class EmbeddingModelChanged extends Error {
  constructor(chosen: EmbeddingModel, wanted: readonly EmbeddingModel[]) {
    super(
      `This store is answered by the embeddings of ${modelName(chosen)}, but the settings name ` +
        `${wanted.map(modelName).join(' and ')}. Put back ${settingsOf(chosen)}. To change the store to another model, ` +
        'name that one in NEXT_EMBEDDING_PROVIDER, NEXT_EMBEDDING_MODEL and NEXT_EMBEDDING_DIMENSIONS beside it, ' +
        'restart, and run `palimpsest reembed`.',
    )
  }
}

const settingsOf = ({ model, dimensions }: EmbeddingModel): string =>
  model === 'static-en'
    ? 'EMBEDDING_PROVIDER=builtin'
    : `EMBEDDING_PROVIDER=openai EMBEDDING_MODEL=${model} EMBEDDING_DIMENSIONS=${dimensions}`

export type Opening = {
  readonly streams: Pick<StoreStreams, 'store'>
  readonly now: () => string
  readonly newId: () => string
}

/**
 * What the log says of itself. Its first event names it and the embedding model: the first of those that the settings
 * name. Throws EmbeddingModelChanged where they do not name the one that answers, and OperationRefused.
 */
export const openStore = async (
  store: EventStore,
  configured: readonly [EmbeddingModel, ...EmbeddingModel[]],
  opening: Opening,
): Promise<StoreState> => {
  const opened = (await readStore(store, opening.streams)) ?? (await open(store, configured[0], opening))
  if (!configured.some((model) => sameModel(model, opened.chosen)))
    throw new EmbeddingModelChanged(opened.chosen, configured)
  return opened
}

const open = async (
  store: EventStore,
  { model, dimensions }: EmbeddingModel,
  { streams, now, newId }: Opening,
): Promise<StoreState> => {
  const event: StoreOpened = {
    type: 'StoreOpened',
    metadata: { commandId: newId(), at: now(), actor: SYSTEM, reason: 'opened' },
    data: {
      logId: newId(),
      embeddingModel: model,
      dimensions,
      format: LOG_FORMAT,
    },
  }
  await appendUnlessOvertaken(store, event, { streams, revision: 'no-stream' })
  const opened = await readStore(store, streams)
  if (opened === undefined) throw new Error('the log was opened and says nothing of it')
  return opened
}

/** Appends what happens to the store itself, unless another process was quicker: what that wrote is to be read then. */
export const appendUnlessOvertaken = async (
  store: EventStore,
  event: StoreEvent,
  { streams, revision }: Pick<Opening, 'streams'> & { readonly revision: Revision },
): Promise<void> => {
  try {
    const events = encode([event], revision)
    await appendDeterminate(store, { stream: streams.store, expected: revision, events })
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error
  }
}

/** Lets the vectors of this model answer requests from now on; what is so already is left as it is. */
export const chooseModel = async (
  store: EventStore,
  { model, dimensions }: EmbeddingModel,
  { streams, now, newId }: Opening,
): Promise<void> => {
  for (;;) {
    const state = await readStore(store, streams)
    if (state === undefined) throw new Error('the log has not been opened')
    if (sameModel(state.chosen, { model, dimensions })) return
    const event: EmbeddingModelChosen = {
      type: 'EmbeddingModelChosen',
      metadata: { commandId: newId(), at: now(), actor: SYSTEM },
      data: { model, dimensions },
    }
    await appendUnlessOvertaken(store, event, { streams, revision: state.revision })
  }
}
