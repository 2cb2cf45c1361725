import type { RunningApp } from './app.js'
import { type Fields, query, type Who } from './client.js'

export const ADMIN = { CORE_ADMIN_API_KEY: 'admin-key' }
export const asAdmin = { Authorization: `Bearer ${ADMIN.CORE_ADMIN_API_KEY}` }

export type Version = { readonly id: string; readonly version: number }
type Headers = Readonly<Record<string, string>>

/** What changes memories that are there already; whatever the answer. */
export const changesOf = ({ ask }: RunningApp) => ({
  update: (who: Who, id: string, fields: Fields, headers: Headers = {}) =>
    ask<Version>(`/v1/memories/${id}`, { ...who, ...fields }, { method: 'PUT', headers }),
  restore: (who: Who, id: string, version: number, headers: Headers = {}) =>
    ask<Version & { readonly error?: string }>(`/v1/memories/${id}/restore`, { ...who, version }, { headers }),
  share: (who: Who, id: string, fields: Fields, headers: Headers = {}) =>
    ask<Version>(`/v1/memories/${id}/visibility`, { ...who, ...fields }, { method: 'PUT', headers }),
  removeMany: (who: Who, narrowing: Readonly<Record<string, string>>, headers: Headers = {}) =>
    ask<{ deleted: number }>(`/v1/memories?${query(who, narrowing)}`, undefined, { method: 'DELETE', headers }),
  /** Of an episode or a session: `/episodes/…` or `/sessions/…`. */
  removeAll: (who: Who, what: string, more: Readonly<Record<string, string>> = {}, headers: Headers = {}) =>
    ask<{ deleted: number }>(`/v1/memories${what}?${query(who, more)}`, undefined, { method: 'DELETE', headers }),
  erase: (who: Who, id: string, headers: Headers = asAdmin) =>
    ask(`/v1/memories/${id}?${query(who, { hard: 'true' })}`, undefined, { method: 'DELETE', headers }),
})
export type Changes = ReturnType<typeof changesOf>
