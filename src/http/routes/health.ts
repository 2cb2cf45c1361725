import { z } from 'zod'
import { greeting, healthy, healthyWithConfig, unhealthy, unhealthyWithConfig } from '../answers/health.js'
import { type Edge, open, type Reply } from '../route.js'

const openApiDocument = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }).meta({
  id: 'OpenApiDocument',
  description: 'An OpenAPI 3.1 document.',
  examples: [{ openapi: '3.1.1', info: { title: 'palimpsest', version: '0.1.0' }, paths: {} }],
})

export const description = open({
  method: 'get',
  path: '/openapi.json',
  name: 'describe',
  tag: 'Service',
  summary: 'This description, as an OpenAPI 3.1 document. No key.',
  results: { 200: openApiDocument },
  reply: async ({ document }) => ({ status: 200, body: document() }),
})

export const root = open({
  method: 'get',
  path: '/',
  name: 'greet',
  tag: 'Service',
  summary: 'What this is, and where to look next. No key.',
  results: { 200: greeting },
  reply: async ({ about }) => ({
    status: 200,
    body: { name: 'palimpsest', version: about.version, health: '/health', docs: '/docs' },
  }),
})

const STATUS = { ok: 200, degraded: 503 } as const

/** A degraded service answers 503 with the reason. */
const report = async ({ api }: Edge, more: Readonly<Record<string, unknown>> = {}): Promise<Reply> => {
  const health = await api.health()
  return { status: STATUS[health.status], body: { ...health, ...more } }
}

export const health = open({
  method: 'get',
  path: '/health',
  name: 'health',
  tag: 'Service',
  summary: 'Whether the service works, and how far the read models are behind the log. No key.',
  results: { [STATUS.ok]: healthy, [STATUS.degraded]: unhealthy },
  reply: (edge) => report(edge),
})

export const memoryHealth = open({
  method: 'get',
  path: '/v1/memories/health',
  name: 'memoryHealth',
  tag: 'Service',
  summary: 'The same, with the configuration in force.',
  results: { [STATUS.ok]: healthyWithConfig, [STATUS.degraded]: unhealthyWithConfig },
  reply: (edge) => report(edge, { config: edge.config() }),
})
