import { expect } from 'vitest'
import type { Running } from './setup.js'

export const AGENT_REQUIRED = 'agent_id is required for workspace queries'
export const UNFIT = 'must not contain a NUL character or a lone surrogate'

type Row = readonly [body: Readonly<Record<string, unknown>>, error: string | null]

/** Rows for `test.each`: a short name, the error (null: none), the body. */
export const shown = (rows: readonly Row[]) =>
  rows.map(([body, error]) => [JSON.stringify(body).slice(0, 120), error, body] as const)

/** Sends a body, and expects 400 with this error, or 200 where there is none. */
export const expectAnswer = async (edge: Running, path: string, [body, error]: Row): Promise<void> => {
  const answer = await edge.send('POST', `/v1/memories/${path}`, body)
  expect([answer.status, Reflect.get(Object(answer.body), 'error')]).toEqual(
    error === null ? [200, undefined] : [400, error],
  )
}
