import { expect, test } from 'vitest'
import { createEmbedding } from '../../src/providers/create-embedding.js'

test('the configuration chooses the provider', async () => {
  const builtin = await createEmbedding({ provider: 'builtin' })
  expect(builtin).toMatchObject({ model: 'static-en', dimensions: 256, weighs: true })
  const openai = await createEmbedding({
    provider: 'openai',
    baseURL: 'http://localhost:1/v1',
    model: 'some-model',
    dimensions: 1024,
  })
  expect(openai).toMatchObject({ model: 'some-model', dimensions: 1024, weighs: false })
})
