import { key, oneOf, textLike, webAddress, wholeNumber } from './value-types.js'

export const modelName = () => textLike(/^\P{Cc}{1,256}$/u, 'must be the name of a model, at most 256 characters')

/** The embedding model that a store is to be changed to by `palimpsest reembed`. */
export const nextEmbedding = {
  NEXT_EMBEDDING_PROVIDER: oneOf('builtin', 'openai').optional().meta({
    description: 'The embedding model to change to with `palimpsest reembed`: as EMBEDDING_PROVIDER. Unset: no change.',
    example: 'openai',
  }),
  NEXT_EMBEDDING_API_URL: webAddress().optional().meta({
    description: 'As EMBEDDING_API_URL, of the next model.',
    example: 'http://localhost:11434/v1',
    secret: true,
  }),
  NEXT_EMBEDDING_API_KEY: key().optional().meta({
    description: 'As EMBEDDING_API_KEY, of the next model.',
    secret: true,
  }),
  NEXT_EMBEDDING_MODEL: modelName().optional().meta({
    description: 'As EMBEDDING_MODEL: the name of the next model.',
    example: 'text-embedding-3-large',
  }),
  NEXT_EMBEDDING_DIMENSIONS: wholeNumber(1, 16_000).optional().meta({
    description: "As EMBEDDING_DIMENSIONS: the length of the next model's vectors.",
    example: '3072',
  }),
} as const
