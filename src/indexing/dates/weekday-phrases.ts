import type { Phrase } from './date-mention.js'
import { anyOf, GAP, whole } from './pattern.js'
import { entriesOf, type Vocabulary } from './vocabulary.js'
import type { Words } from './words-of.js'

/** Nouns behind which "segunda" and its like are ordinals. */
const COUNTED = 'vez|parte|fase|semana|edicao|etapa|casa|pessoa|reuniao|aula|vaga|opcao|tentativa|rodada|mao|guerra'

/** Weekdays, weekends and days of the month by themselves: when they are is settled by the rest of what is said. */
export const weekdayPhrases = (v: Vocabulary, words: Words): readonly Phrase[] => {
  const names = anyOf(...entriesOf(v.weekdays), ...entriesOf(v.shortWeekdays ?? '').filter((name) => name !== ''))
  const every = `(?:(?<every>${anyOf(v.every)})${GAP})?`
  return [
    {
      pattern: whole(`${every}(?:(?<on>${anyOf(v.on)})${GAP})?(?<weekday>${names})(?!${GAP}(?:${COUNTED}))`),
      read: ({ every: any, on, weekday: name = '' }) => {
        const weekday = words.weekday(name)
        if (weekday === undefined || any !== undefined) return []
        if (on === undefined && words.doubtfulWeekday(name)) return []
        return [{ kind: 'weekday', weekday, this: false, firm: on !== undefined || v.on === undefined }]
      },
    },
    { pattern: whole(anyOf(v.onWeekend)), read: () => [{ kind: 'weekend' }] },
    {
      pattern: whole(anyOf(v.theDay)),
      read: ({ date, other }) => {
        const number = Number(date ?? other)
        return number >= 1 && number <= 31 ? [{ kind: 'date', date: number }] : []
      },
    },
  ]
}
