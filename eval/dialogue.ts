export type Turn = { readonly id: string; readonly speaker: string; readonly text: string }

/** What was said on one occasion; `date` as the data set writes it. */
export type Session = { readonly id: string; readonly date: string; readonly turns: readonly Turn[] }

/** `gold` names the turns that hold the answer; empty where the dialogue holds none. */
export type Question = { readonly question: string; readonly kind: string; readonly gold: readonly string[] }

export type Dialogue = {
  readonly id: string
  readonly sessions: readonly Session[]
  readonly questions: readonly Question[]
}

/** A session as it is posted: its date in the first line, then a line a turn. */
export const written = ({ date, turns }: Session): string =>
  [`[Session date: ${date}]`, ...turns.map(({ speaker, text }) => `${speaker}: ${text}`)].join('\n')
