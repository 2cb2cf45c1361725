/**
 * Writes models/static-en/kindred.txt: for each English lexeme those that stand nearest to it in meaning, by the
 * built-in model's own vectors. To be run when the model, the stemmer or the stop words change; takes some minutes:
 * npx tsx tools/related-terms.ts
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { packagedModel, readStaticModel, type StaticModel } from '../src/providers/static-embedding/model-files.js'
import { lexemeOf } from '../src/text/terms.js'

/** The least cosine. */
const NEAR = 0.45
/** How many lexemes for each at most. */
const MOST = 10

type Form = { readonly lexeme: string; readonly unit: Float32Array }

/** The whole words of the model's vocabulary that carry content. */
export const formsOf = ({ vocabulary, rows, scales, dimensions }: StaticModel): readonly Form[] =>
  vocabulary.flatMap((token, id) => {
    const lexeme = /^[a-z]{3,}$/.test(token) && scales[id] ? lexemeOf(token, 'en') : null
    if (lexeme === null) return []
    const row = Float32Array.from(rows.subarray(id * dimensions, (id + 1) * dimensions))
    const length = Math.hypot(...row)
    return [{ lexeme, unit: row.map((x) => x / length) }]
  })

/** A line of the file: the lexeme, then the nearest others, each with its cosine in hundredths; of many forms the best counts. */
export const lineOf = (lexeme: string, forms: readonly Form[]): string => {
  const best = new Map<string, number>()
  for (const form of forms.filter((each) => each.lexeme === lexeme))
    for (const other of forms) {
      if (other.lexeme === lexeme) continue
      const cosine = dot(form.unit, other.unit)
      if (cosine > NEAR && cosine > (best.get(other.lexeme) ?? 0)) best.set(other.lexeme, cosine)
    }
  const nearest = [...best].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, MOST)
  return [lexeme, ...nearest.map(([other, cosine]) => `${other}${Math.min(99, Math.round(100 * cosine))}`)].join(' ')
}

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = packagedModel()
  const forms = formsOf(await readStaticModel(folder))
  const lexemes = [...new Set(forms.map(({ lexeme }) => lexeme))].sort()
  const lines = lexemes.map((lexeme) => lineOf(lexeme, forms)).filter((line) => line.includes(' '))
  await writeFile(new URL('kindred.txt', folder), `${lines.join('\n')}\n`)
}
