import { standsAt, type Token } from './tokens.js'
import { words } from './vocabulary.js'

/** Behind one of these a question may begin. */
const BORDERS = words(', ; – — - … and so but und also aber')
const JOINING = words('and so but then now also und also aber dann nun jetzt')

/** They begin a question where one who is asked, or what is asked about, stands behind them. */
const AUXILIARIES = words(
  `can could would will do does did is are was were should shall may might have has had am
  kannst könntest könnt könnten können würdest würden wirst hast habt haben hättest weißt wissen kennst kennen gibt ist sind soll sollte sollen sollten
  muss müssen müsste darf lohnt brauche braucht geht findest meinst denkst kann könnte hat wird`,
)
const ASKED = words(
  `you i we it that this these there he she they the my our your anyone anybody someone somebody everyone
  du ihr sie ich wir es das dies man er jemand mir mich uns sich mein meine der die`,
)
/** They ask whatever follows. */
const ENGLISH_WH = words('how what why')
/** They may go on with what was said ("…, where I work"): they ask before a verb. */
const WH = words(`where when who whom wie was warum wieso weshalb wo wann wer wen wem wohin woher worauf woran womit`)
const GERMAN_SUBJECTS = words('ich du wir ihr sie man er')
const HOW_MUCH = words('viel viele lange oft weit hoch teuer')
const WANTED = words(
  'tips tip ideas idea suggestions recommendations recommendation advice thoughts good tipps ideen vorschläge empfehlungen',
)
const ANY = words('any irgendwelche')

/** Behind these it is asked whether the statement is right, or it is not told as such. */
const DOUBTING = words(
  `sure right correct true wrong kidding serious joking remember recall mean meant say says said told believe agree confirm verify check really or come accurate still
  sicher richtig wahr falsch stimmt echt ernst witz erinnerst weißt meinst gesagt glaubst oder nicht wirklich`,
)
/** What begins with these holds under a condition, or goes on in what follows. */
const SUBORDINATE = words(
  `if when whenever since while suppose supposing say assuming assume imagine unless whether should once after before until although though because as
  let let's given provided in wenn falls angenommen sobald nachdem bevor ob weil da seit während obwohl sofern stell nehmen gesetzt`,
)

/** What follows is so. */
const NOW_THAT = ['now', 'that']

/** In tokens: so much behind the border tells what is asked. */
const LOOKED_AT = 9

const WONDERING =
  /^(?:i (?:was|am|'m) wondering|i wonder|i'd like to know|i want to know|ich frage mich|ich wollte fragen)\b/u

const asks = (tail: readonly Token[]): boolean => {
  const [first, second, third] = tail
  if (first === undefined || second === undefined) return false
  if (AUXILIARIES.has(first.word)) return (ASKED.has(second.word) || second.proper) && tail.length > 3
  if (ENGLISH_WH.has(first.word)) return true
  if (/^(?:which|welche[rsnm]?)$/.test(first.word))
    return tail.slice(1, 5).some(({ word }, i) => i > 0 && AUXILIARIES.has(word))
  if (WH.has(first.word))
    return (
      (AUXILIARIES.has(second.word) && (third?.word ?? '?') !== '?') ||
      GERMAN_SUBJECTS.has(third?.word ?? '') ||
      (first.word === 'wie' && HOW_MUCH.has(second.word))
    )
  if (ANY.has(first.word)) return tail.slice(1, 4).some(({ word }) => WANTED.has(word))
  return WONDERING.test(
    tail
      .slice(0, 6)
      .map(({ word }) => word)
      .join(' '),
  )
}

/** "…, is it?", "…, don't I?", "…, is that what you know?" */
const isTag = (tail: readonly Token[]): boolean =>
  (/^(?:that|this|it|das|es)$/.test(tail[1]?.word ?? '') &&
    /^(?:what|how|who|so|was|wie)$/.test(tail[2]?.word ?? '')) ||
  tail.filter(({ word }) => /[\p{L}\p{N}]/u.test(word)).length < 3 ||
  tail.slice(0, LOOKED_AT).some(({ word }) => DOUBTING.has(word))

/**
 * What is told ahead of a question in the same sentence: "I moved to Berlin, can you recommend a gym?" Null where nothing is, where the
 * question may be about it ("…, is that right?"), or it may be a condition ("if I moved …").
 */
export const toldAhead = (sentence: readonly Token[]): readonly Token[] | null => {
  if (sentence.at(-1)?.word !== '?') return null
  if (standsAt(sentence, NOW_THAT)) return toldAhead(sentence.slice(NOW_THAT.length))
  if (SUBORDINATE.has(sentence[0]?.word ?? '')) return null
  for (let at = 3; at < sentence.length - 2; at++) {
    if (!BORDERS.has(sentence[at]?.word ?? '')) continue
    let from = JOINING.has(sentence[at]?.word ?? '') ? at : at + 1
    while (JOINING.has(sentence[from]?.word ?? '')) from++
    const tail = sentence.slice(from)
    if (!asks(tail)) continue
    return isTag(tail) ? null : sentence.slice(0, at)
  }
  return null
}
