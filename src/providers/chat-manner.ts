/** What a server of the chat API is asked for; a server that refuses one of these is asked for less. */
export type ChatManner = {
  readonly format: 'json_schema' | 'json_object' | 'text'
  /** whether temperature 0 is sent */
  readonly temperature: boolean
  /** the name of the limit of tokens that are written */
  readonly limit: 'max_tokens' | 'max_completion_tokens' | 'none'
}

export const FULL_MANNER: ChatManner = { format: 'json_schema', temperature: true, limit: 'max_tokens' }

type Concession = { readonly names: RegExp; readonly of: (manner: ChatManner) => ChatManner | undefined }

/** In this order where the server does not say what it refuses. */
const CONCESSIONS: readonly Concession[] = [
  {
    names: /response.?format|json.?(?:schema|object|mode)|structured|guided/i,
    of: (manner) => {
      if (manner.format === 'text') return undefined
      return { ...manner, format: manner.format === 'json_schema' ? 'json_object' : 'text' }
    },
  },
  {
    names: /temperature/i,
    of: (manner) => (manner.temperature ? { ...manner, temperature: false } : undefined),
  },
  {
    names: /max.?(?:completion.?)?tokens/i,
    of: (manner) => {
      if (manner.limit === 'none') return undefined
      return { ...manner, limit: manner.limit === 'max_tokens' ? 'max_completion_tokens' : 'none' }
    },
  },
]

/** A refusal as a server words it. The words choose what is tried next; they are shown to nobody. */
type Refusal = { readonly status: number | undefined; readonly words: string }

const TOO_LONG =
  /context.{0,20}(?:length|size|window|limit)|(?:prompt|input|request).{0,20}too (?:long|large)|input.?tokens?.{0,40}(?:exceed|maximum|limit)/i

/** Whether the request is longer than the model reads. */
export const isTooLong = ({ status, words }: Refusal): boolean =>
  status === 413 || (status === 400 && TOO_LONG.test(words))

export const isFiltered = ({ status, words }: Refusal): boolean =>
  status === 400 && /content.?(?:filter|management.?policy)/i.test(words)

/** What to ask for after a refusal: without what it names, or else without what fewer servers know; undefined: nothing. */
export const lesserManner = (manner: ChatManner, { status, words }: Refusal): ChatManner | undefined => {
  if (status !== 400 && status !== 422) return undefined
  const lesser = CONCESSIONS.flatMap(({ names, of }) => {
    const next = of(manner)
    return next ? [{ named: names.test(words), next }] : []
  })
  return (lesser.find(({ named }) => named) ?? lesser[0])?.next
}
