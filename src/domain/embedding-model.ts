/** What makes vectors. Those of two models, or of one model in two lengths, cannot be compared. */
export type EmbeddingModel = { readonly model: string; readonly dimensions: number }

export const sameModel = (a: EmbeddingModel, b: EmbeddingModel): boolean =>
  a.model === b.model && a.dimensions === b.dimensions

/** As people are told of it. */
export const modelName = ({ model, dimensions }: EmbeddingModel): string => `${model} (${dimensions} dimensions)`
