import type { Draft } from './draft.js'
import type { Field } from './operations.js'

/** A value, as it stands in a body and in a query; absent where it cannot be said there. */
export type Value = { readonly says: string; readonly body?: unknown; readonly query?: string }

/** The draft without a field of its query. */
export const without = (draft: Draft, name: string): Draft => ({
  ...draft,
  query: draft.query.filter((pair) => !pair.startsWith(`${name}=`)),
})

/** The draft with another value of a field. */
export const withValue = (draft: Draft, field: Field, { body, query }: Value): Draft => {
  if (field.in === 'body') return { ...draft, body: { ...Object(draft.body), [field.name]: body } }
  if (field.in === 'query') return { ...draft, query: [...without(draft, field.name).query, `${field.name}=${query}`] }
  const at = draft.operation.path.split('/').indexOf(`{${field.name}}`)
  return {
    ...draft,
    path: draft.path
      .split('/')
      .map((part, i) => (i === at ? `${query}` : part))
      .join('/'),
  }
}
