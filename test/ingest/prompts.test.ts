import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { extractionPrompt } from '../../src/ingest/by-model/prompt.js'

/** Every version that answers were asked with. A text is never changed: it gets a new version, and a line of its own here. */
const KNOWN: Readonly<Record<string, string>> = {
  'extraction 1': '026274d34761dc17',
  'extraction 2': 'b5ad971459ce825a',
  'extraction 3': '75ab5af6c18a7762',
}

test('the prompt has a version for each of its texts', () => {
  const { name, version, system } = extractionPrompt
  const hash = createHash('sha256').update(system).digest('hex').slice(0, 16)
  expect(`${name} ${version}: ${hash}`).toBe(`${name} ${version}: ${KNOWN[`${name} ${version}`]}`)
})
