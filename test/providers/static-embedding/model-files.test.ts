import { copyFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ModelUnusable } from '../../../src/providers/errors.js'
import { packagedModel, readStaticModel } from '../../../src/providers/static-embedding/model-files.js'
import { modelFolder } from './fixtures.js'

const FILES = ['model.json', 'vectors.bin', 'vocab.txt']
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-model-'))
  await Promise.all(FILES.map((file) => copyFile(new URL(file, modelFolder), join(folder, file))))
})
afterEach(() => rm(folder, { recursive: true }))
const reading = () => readStaticModel(pathToFileURL(`${folder}/`))

describe('the files of the built-in model', () => {
  test('come with the package', () => {
    expect(fileURLToPath(packagedModel())).toBe(fileURLToPath(modelFolder))
  })

  test('make a model of 30,522 rows', async () => {
    const model = await reading()
    expect(model.vocabulary).toHaveLength(30_522)
    expect(model.rows).toHaveLength(30_522 * 256)
    expect(model.scales).toHaveLength(30_522)
    expect(model.scales[100]).toBe(0)
  })

  test.each(FILES)('%s missing is named', async (file) => {
    await rm(join(folder, file))
    await expect(reading()).rejects.toThrow(ModelUnusable)
    await expect(reading()).rejects.toThrow(new RegExp(`${file}.*ENOENT`))
  })

  test.each([
    ['vectors.bin', 'cut short', (path: string) => truncate(path, 1_000)],
    ['vectors.bin', 'changed in one place', async (path: string) => writeFile(path, 'x', { flag: 'r+' })],
    ['vocab.txt', 'cut short', (path: string) => truncate(path, 1_000)],
    ['vocab.txt', 'empty', (path: string) => truncate(path, 0)],
    ['model.json', 'no JSON', (path: string) => writeFile(path, '{')],
    ['model.json', 'of another kind', (path: string) => writeFile(path, '{"name": "other"}')],
  ])('%s %s is refused by name', async (file, _fault, spoil) => {
    await spoil(join(folder, file))
    await expect(reading()).rejects.toThrow(ModelUnusable)
    await expect(reading()).rejects.toThrow(file)
  })
})
