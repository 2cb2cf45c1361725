import { type RunningApp, startApp } from './app.js'
import { clientOf, type Fields } from './client.js'
import type { TestDatabase } from './database.js'
import { type OpenAiDouble, openAiDouble, type Reply, vectors } from './openai-double.js'

export const OLD = { model: 'static-en', dimensions: 256 }
export const NEW = { model: 'model-two', dimensions: 8 }

/** The settings of a store that is to be changed to the model of this server. */
export const nextModel = (baseURL: string) => ({
  NEXT_EMBEDDING_PROVIDER: 'openai',
  NEXT_EMBEDDING_API_URL: baseURL,
  NEXT_EMBEDDING_MODEL: NEW.model,
  NEXT_EMBEDDING_DIMENSIONS: String(NEW.dimensions),
})

export const forward = { back: false, dryRun: false }
export const back = { back: true, dryRun: false }
export const unwatched = { report: () => {}, signal: new AbortController().signal }

/** The data of MemoryEmbedded, as the log holds it, with its memory. */
type Embedded = { readonly memoryId: string; readonly of: number; readonly model: string; readonly vector: unknown }

/** A store and a server of the next model; the service may be started on it again and again. */
export const twoModels = async (
  { open }: Pick<TestDatabase, 'open'>,
  ...replies: readonly [] | readonly [Reply, ...Reply[]]
) => {
  const kept = await open()
  const [first = vectors(NEW.dimensions), ...others] = replies
  const double: OpenAiDouble = await openAiDouble(first, ...others)
  const database = { open: async () => ({ ...kept, close: async () => {} }) }
  const running = new Set<() => Promise<void>>()
  const startWith = async (variables: Readonly<Record<string, string>>): Promise<RunningApp> => {
    const app = await startApp(database, variables)
    const close = async () => {
      running.delete(close)
      await app.close()
    }
    running.add(close)
    return { ...app, close }
  }
  return {
    double,
    databases: kept,
    /** Every text that the next model was shown. */
    shown: () => double.received.flatMap(({ body }) => body.input),
    start: () => startWith({}),
    startWithBoth: () => startWith(nextModel(double.baseURL)),
    startWith,
    close: async () => {
      for (const close of running) await close()
      await double.close()
      await kept.close()
    },
  }
}

/** Corrects a memory of Anna's by hand. */
export const correct = async ({ ask }: Pick<RunningApp, 'ask'>, id: string, change: Fields): Promise<void> => {
  const { status } = await ask(`/v1/memories/${id}`, { user_id: 'anna', ...change }, { method: 'PUT' })
  if (status !== 200) throw new Error(`the correction was answered ${status}`)
}

/** What the log says of vectors. */
export const embeddedIn = async (app: RunningApp): Promise<readonly Embedded[]> =>
  (await clientOf(app).log())
    .filter(({ type }) => type === 'MemoryEmbedded')
    .map(({ data, metadata }) => ({
      memoryId: String(metadata.memoryId),
      of: Number(data.of),
      model: String(data.model),
      vector: (data.embedding as Fields).vector,
    }))

/** Which wordings a model was told of, each once or the list shows it twice. */
export const wordingsOf = (embedded: readonly Embedded[], { model }: { readonly model: string }): readonly string[] =>
  embedded
    .filter((one) => one.model === model)
    .map(({ memoryId, of }) => `${memoryId} ${of}`)
    .sort()
