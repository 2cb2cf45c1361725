import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Refused } from './operations.js'
import type { ToolScope } from './scope.js'

const VALID_MS = 5 * 60 * 1000

type Signing = { readonly secret: Buffer; readonly now: () => number; readonly scope: ToolScope }

const Confirmed = z.object({ ids: z.array(z.uuid()).min(1), until: z.number() })

/** A token that allows to delete exactly these memories, in this scope, for five minutes. */
export const confirmationOf = (ids: readonly string[], { secret, now, scope }: Signing): string => {
  const payload = Buffer.from(JSON.stringify({ ids, until: now() + VALID_MS })).toString('base64url')
  return `${payload}.${signatureOf(payload, secret, scope).toString('base64url')}`
}

/** The memories that a token allows to delete. Throws Refused for one of another scope, a changed one, and one that is too old. */
export const confirmedIds = (token: string, { secret, now, scope }: Signing): readonly string[] => {
  const [payload = '', signature = ''] = token.split('.')
  const expected = signatureOf(payload, secret, scope)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Refused('confirm: is no token of this connection. Call forget with the query again.')
  const { ids, until } = Confirmed.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (now() > until) throw new Refused('confirm: is older than five minutes. Call forget with the query again.')
  return ids
}

/** Over the scope too, each part in JSON so that no two scopes are written the same. */
const signatureOf = (payload: string, secret: Buffer, { user_id, workspace_id, agent_id }: ToolScope): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['forget', user_id, workspace_id ?? null, agent_id ?? null, payload]))
    .digest()
