import { z } from 'zod'
import { open } from '../route.js'

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
