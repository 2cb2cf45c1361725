/** A question with its answer, as one memory holds them: a line each, with who says it. */
const EXCHANGE = /^([^\n:]{1,64}): ([^\n]{1,300}[?？])\s?\n([^\n:]{1,64}): ([^\n]{1,200})$/u

type Exchange = { readonly speaker: string; readonly question: string; readonly answer: string }

/** The question and the answer of such a text; null for another one. */
export const exchangeIn = (text: string): Exchange | null => {
  const [, , question, speaker, answer] = EXCHANGE.exec(text) ?? []
  return question === undefined || speaker === undefined || answer === undefined ? null : { speaker, question, answer }
}

/** What a question asks for, and how its answer is said in full. */
const ASKED: readonly (readonly [question: RegExp, statement: string])[] = [
  [/\bwhere (?:do|are) you (?:guys )?(?:live|living|based)(?: now| these days| currently)?\?$/, 'I live in'],
  [/\bwhere do you work(?: now| these days| currently)?\?$/, 'I work at'],
  [/\bwho do you work for(?: now| these days| currently)?\?$/, 'I work for'],
  [/\bhow old are you(?: now)?\?$/, 'I am'],
  [/\b(?:what|who)(?:'s| is) your ([a-z][a-z -]{1,40}?)(?: now| these days)?\?$/, 'My $1 is'],
  [/\bwo (?:wohnst|lebst) du(?: jetzt| inzwischen| gerade)?\?$/, 'Ich wohne in'],
  [/\bwo arbeitest du(?: jetzt| inzwischen| gerade)?\?$/, 'Ich arbeite bei'],
  [/\bwie alt bist du(?: jetzt)?\?$/, 'Ich bin'],
  [/\b(?:was|wer|wie) (?:ist|heißt|lautet) (deine?) ([a-zäöüß][a-zäöüß -]{1,40}?)(?: jetzt)?\?$/, 'M$1 $2 ist'],
]

/** The answer to a question about one attribute as a statement: "Porto." to "Where do you live?"; null for another question. */
export const answered = ({ question, answer }: Exchange): string | null => {
  const asked = question.toLowerCase().replaceAll('’', "'")
  for (const [pattern, statement] of ASKED) {
    const match = pattern.exec(asked)
    if (match === null) continue
    const [, first = '', second = ''] = match
    const said = statement.replace('M$1 $2', `M${first.slice(1)} ${second.charAt(0).toUpperCase()}${second.slice(1)}`)
    const preposition = /^(?:in|at|bei|for|auf) /i.exec(answer)?.[0] ?? ''
    return `${said.replace('$1', first)} ${answer.slice(preposition.length)}`
  }
  return null
}

/** How another time or place is proposed for what was told just before, and what stands for that in full. */
const PROPOSED: readonly (readonly [question: RegExp, correction: string])[] = [
  [/^(?:and )?(?:how|what) about (.{1,60}?)(?: instead| then)?\?$/, 'Make it'],
  [
    /^(?:can|could|shall|should) we (?:make it|move it to|do|say|push it to) (.{1,60}?)(?: instead| then)?\?$/,
    'Make it',
  ],
  [
    /^(?:does|would) (.{1,60}?) (?:work|suit you|be ok|be okay|be fine)(?: for you)?(?: instead| better)?\?$/,
    'Make it',
  ],
  [/^is (.{1,60}?) (?:ok|okay|fine|possible|better)(?: for you| with you)?\?$/, 'Make it'],
  [/^(?:wie wäre es|wie wär's|wie wärs|wie ist es) mit (.{1,60}?)\?$/, 'Ich meinte'],
  [
    /^(?:passt|geht|ginge) (?:dir |euch |ihnen |es |auch )*(?:um )?(.{1,60}?)(?: auch| besser| stattdessen)?\?$/,
    'Ich meinte um',
  ],
]
const ACCEPTED =
  /^(?:(?:yes|yep|yeah|ok|okay|sure|great|perfect|good|cool|ja|gut|super)[,.!]? )?(?:(?:that |it )?(?:works|suits me|is fine|'s fine)(?: for me| with me)?(?: too| as well)?|sounds (?:good|great|fine)|(?:fine|good|ok|okay) (?:by|with|for) me|perfect|great|sure|deal|agreed|yes|yep|yeah|ok|okay|passt(?: mir| gut)*|geht(?: klar)?|einverstanden|gern|gerne|ja|abgemacht)[.!]*$/

/** What was agreed on by such texts, as a correction of what was told just before: "How about 16:30?", "Works for me." */
export const agreedIn = ({ question, answer }: Exchange): string | null => {
  const [asked, accepted] = [question, answer].map((text) => text.toLowerCase().replaceAll('’', "'").trim())
  if (asked === undefined || accepted === undefined || !ACCEPTED.test(accepted)) return null
  for (const [pattern, correction] of PROPOSED) {
    const proposed = pattern.exec(asked)?.[1]
    if (proposed !== undefined) return `${correction} ${proposed}.`
  }
  return null
}
