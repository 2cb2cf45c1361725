import { needsKey, type Route } from '../route.js'

/** Groups of routes that may answer the same errors. */
export const places = {
  anyRoute: () => true,
  withKey: needsKey,
  forAdmins: ({ needsAdmin }) => needsAdmin !== undefined,
  asked: ({ kind }) => kind !== 'open',
  withBody: (route) => hasBody(route),
  reads: ({ kind }) => kind === 'read',
  writes: ({ kind }) => kind === 'write',
} as const satisfies Readonly<Record<string, (route: Route) => boolean>>

export type Place = keyof typeof places

export const hasBody = ({ kind, method }: Route): boolean => kind !== 'open' && (method === 'post' || method === 'put')
