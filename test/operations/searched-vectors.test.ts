import { describe, expect, test } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { usualPlaces } from '../support/place.js'
import { filled, foundIn, PATIENTLY } from '../support/proving.js'

describe.each(usualPlaces)('the vectors of palimpsest erase --prove, on $name', ({ makeStore }) => {
  test('are found by what was said, in whole and in half precision, in whatever table', PATIENTLY, async () => {
    const { memory, erase, proof, changed, live } = await filled(makeStore)
    await changed(
      await live(),
      sql`create table public.kept (own vector, half halfvec, other vector, nothing vector)`,
      sql`insert into public.kept
          select embedding, embedding::text::halfvec, case when id = ${memory}::uuid then '[1,2,3]'::vector end, '[0,0,0]'::vector
          from memory_text where embedding is not null`,
    )
    const before = foundIn((await proof('--memory', memory)).proof)
    expect(before).toContain(`vectors of ${await live()}.memory_text.embedding`)
    await erase()
    const { code, proof: told } = await proof('--memory', memory)
    expect(code).toBe(1)
    expect(foundIn(told)).toEqual(['vectors of public.kept.half', 'vectors of public.kept.own'])
    expect(told.looked.find(({ place }) => place === 'vectors of public.kept.half')).toMatchObject({
      seen: 2,
      found: 1,
    })
    await changed('public', sql`drop table kept`)
    expect(await proof('--memory', memory)).toMatchObject({ code: 0 })
  })

  test('are not searched, which is said, where the model cannot be asked', PATIENTLY, async () => {
    const { memory, erase, proofWith } = await filled(makeStore)
    await erase()
    const away = {
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_API_URL: 'http://127.0.0.1:9/v1',
      EMBEDDING_MODEL: 'away',
      EMBEDDING_DIMENSIONS: '8',
      EMBEDDING_MAX_RETRIES: '0',
    }
    const { code, proof: told } = await proofWith(away, '--memory', memory)
    expect({ code, vectors: told.looked.filter(({ unit }) => unit === 'vectors') }).toEqual({ code: 0, vectors: [] })
    expect(told.unseen).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Vectors were not searched for the words: the model away cannot be asked/),
      ]),
    )
  })
})
