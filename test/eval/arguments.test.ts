import { describe, expect, test } from 'vitest'
import { type Arguments, createProgram } from '../../eval/arguments.js'

const read = async (...words: string[]): Promise<Arguments> => {
  const given: Arguments[] = []
  const program = createProgram(async (wishes) => {
    given.push(wishes)
  }).configureOutput({ writeOut: () => {}, writeErr: () => {} })
  await program.parseAsync(words, { from: 'user' })
  const [wishes] = given
  if (!wishes) throw new Error('nothing was asked for')
  return wishes
}

describe('the command line of the evaluation', () => {
  test('asks LoCoMo only about the conversations for choosing parameters, unless told otherwise', async () => {
    expect((await read('--locomo', 'somewhere')).convs).toEqual(['26', '30'])
    expect((await read('--locomo', 'somewhere', '--convs', '41, 42')).convs).toEqual(['41', '42'])
  })
  test('searches both ways and takes nothing away by default', async () =>
    expect(await read('--own')).toMatchObject({ own: true, mode: 'both', ablate: false, postgres: false }))
  test.each([
    [['--own', '--locomo', 'somewhere']],
    [['--mode', 'slow']],
    [['--convs', 'first']],
    [['--limit', '0']],
    [['--url', 'http://127.0.0.1:1', '--postgres']],
  ])('refuses %s', async (words) => {
    await expect(read(...words)).rejects.toThrow()
  })
  test('teaches by examples', () => {
    let help = ''
    createProgram(async () => {})
      .configureOutput({
        writeOut: (text) => {
          help += text
        },
      })
      .outputHelp()
    expect(help).toContain('npm run eval -- --own --ablate')
    expect(help).toContain('kept for measuring')
  })
})
