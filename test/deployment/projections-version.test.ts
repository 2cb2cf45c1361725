import { describe, expect, test } from 'vitest'
import { version } from '../../projections/version.js'
import { bundle } from '../../tools/bundle.mjs'
import { ingredients, versionOf } from '../../tools/projections-version.mjs'

describe('the version of the projections', async () => {
  const parts = await ingredients()

  test('is that of the sources: after a change of them, `npm run build` writes it anew', () =>
    expect(version).toBe(versionOf(parts)))

  test.each(Object.keys(parts))('is another one when %s is another one', (name) =>
    expect(versionOf({ ...parts, [name]: `${parts[name]} ` })).not.toBe(version),
  )

  test('is of all that the rows follow from: the program, the word lists and the packages', () =>
    expect(Object.keys(parts)).toEqual(
      expect.arrayContaining(['program', 'en.json', 'ja.json', '@orama/stemmers', 'zod']),
    ))

  test('is the same in the program as it is packed', async () => {
    const files = await bundle({ entryPoints: ['src/main.ts'], outdir: 'dist' })
    expect(files.some(({ text }) => text.includes(`"${version}"`))).toBe(true)
  })
})
