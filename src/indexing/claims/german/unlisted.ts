import type { Noun, Stand } from '../noun.js'
import type { Token } from '../tokens.js'
import { words } from '../vocabulary.js'
import { isManyGerman } from './not-one.js'

const NOUN = /^(?:\p{Lu}[\p{L}\d]*-)*\p{Lu}\p{Ll}{3,}$/u
const FRESH = words('neu neue neuer neues neuen neuem')
const ARTICLE = /^(?:der|die|das|den|dem|des)$/
const MINE = /^(?:mein|unser)(?:e|er|en|em|es)?$|^(?:seinen|seine|sein|ihren|ihre|ihr)$/
const OF = /^(?:von|vom|des|der|für|bei|beim|zu|zum|zur)$/
const TOLD = /^(?:ist|heißt|lautet|beträgt|bleibt|liegt|steht|hat|wurde|auf|von|nach|zu)$/
const SERVES = /^(?:dient|fungiert|amtiert|agiert)$/
const SAYS = /^(?:ist|liegt|beträgt|lautet|heißt|gilt|kostet)$/
const USES = /^(?:hat|habe|trägt|führt|nutzt|verwendet|benutzt|besitzt|bekommt|erhält)$/
const WITHIN = /^(?:im|in|am|an|auf)$/
const AT = /^(?:in|im|bei|beim|am|an|für|als|auf)$/

const ADJECTIVE = /^\p{Ll}{3,}e[rnsm]?$/u
const SUPERLATIVE = /(?:[^r]st|ßt)e[rnsm]?$/u
/** Who was it, may be it, or is one of several. */
const NOT_NOW =
  /^(?:ehemalig|stellvertretend|vertretend|früher|vorig|vorherig|bisherig|einstig|damalig|künftig|zukünftig|designiert|kommend|nächst|letzt|erst|zweit|dritt|viert|weiter|ander|einig|möglich|potenziell|potentiell|angeblich|geplant|mutmaßlich|best|beliebt|berühmt|bekannt|wichtig|alt|langjährig|inoffiziell|vermeintlich|sogenannt|wahr|eigentlich|ursprünglich|gemeinsam|erfolgreich|jüngst|lieb|gut|schlecht|schön|schlimm|toll|ein|kein|jed|dies|solch|mehrer|viel|wenig|all|beid|mein|dein|sein|ihr|unser|eur)(?:st|est)?e[rnsm]?$/u
const PLACE = /(?:stadt|berg|fluss|see|insel|gipfel|ort|gebäude)$/u

/** What a compound ends in of which there is one: such a noun is known without an article, too. */
const ONE_BY_ITS_END =
  /.{3,}(?:parkplatz|stellplatz|liegeplatz|sitzplatz|schließfach|sprache|leiter|leiterin|leitung|chef|chefin|direktor|direktorin|trainer|trainerin|vorstand|vorständin|wart|wartin|beauftragter?|vorsitzender?|präsident|präsidentin|inhaber|inhaberin|nummer|adresse|datum|ort|name|farbe|zahl|stand|preis|größe|sitz|währung|frist|anbieter|kennzeichen|kennwort|passwort|gewicht|höhe|länge|tiefe|breite|fläche|dauer|verein|marke|system|stufe|klasse|ziffer|betrag|satz|kapitän|kapitänin|meister|meisterin|oberhaupt|sprecherin|sprecher|patron|patronin|tier|vertreter|vertreterin|lehrer|lehrerin|direktion|verwaltung|intendant|intendantin|kommandant|kommandantin|arzt|ärztin|code|pin|tarif|domain|quote|lohn|steuer|limit|gebühr|grenze|alter|temperatur|dichte|rate|wert|modell)$/u

/** "Y ist Personalchefin von X": of those there is one without an article, too, and not of "Filialleiter". */
const HELD_BY_ONE =
  /(?:chef|chefin|präsident|präsidentin|kapitän|kapitänin|vorsitzender?|oberhaupt|wart|wartin|intendant|intendantin|patron|patronin|(?<!team|gruppen|filial|abteilungs|projekt|bereichs|regional|gebiets|markt)leiter(?:in)?)$/u

/** A noun of no list that stands as the only one there is; null where none begins. Of one word, since German writes its nouns so. */
export const germanNounAt = (tokens: readonly Token[], at: number, modifiers: ReadonlySet<string>): Noun | null => {
  let from = at
  while (modifiers.has(tokens[from]?.word ?? '')) from++
  const told = tokens[from]?.proper === false ? tokens[from] : undefined
  const noun = tokens[told === undefined ? from : from + 1]
  if (noun?.proper !== true || !NOUN.test(noun.raw)) return null
  if (told !== undefined && (!ADJECTIVE.test(told.word) || NOT_NOW.test(told.word))) return null
  const end = told === undefined ? from + 1 : from + 2
  const stand = standAt(tokens, at, end)
  if (stand === null || isOneOfMany(noun.word, { told, stand })) return null
  const adjective = told === undefined ? '' : `${told.word.replace(/e[rnsm]?$/u, '')} `
  return {
    code: adjective + nameOf(noun.word),
    length: end - at,
    stand,
    fresh: tokens.slice(at, from).some(({ word }) => FRESH.has(word)),
  }
}

const standAt = (tokens: readonly Token[], at: number, end: number): Stand | null => {
  const before = tokens[at - 1]?.word ?? ''
  const after = tokens[end]
  const next = after?.word ?? ''
  if (MINE.test(before)) return TOLD.test(next) || after === undefined ? 'mine' : null
  // What people work as, more than one of them do.
  if (before === 'als' && !tokens.some(({ word }) => word === 'arbeitet' || word === 'tätig'))
    return after === undefined || OF.test(next) || USES.test(next) || SERVES.test(next) ? 'as' : null
  if (ARTICLE.test(before)) {
    if (isOf(tokens, end) || (WITHIN.test(next) && ONE_BY_ITS_END.test(tokens[end - 1]?.word ?? ''))) return 'of'
    if (next === 'bei' && tokens[at - 2]?.word === 'liegt') return 'of'
    if (after === undefined) return AT.test(tokens[0]?.word ?? '') || tokens.some(isAtName) ? 'at' : null
    if (after.proper && SAYS.test(tokens[at - 2]?.word ?? '') && AT.test(tokens[0]?.word ?? ''))
      return /^(?:beträgt|lautet|liegt)$/.test(tokens[at - 2]?.word ?? '') ? 'of' : 'at'
    return after.proper && ONE_BY_ITS_END.test(tokens[end - 1]?.word ?? '') && USES.test(tokens[at - 2]?.word ?? '')
      ? 'had'
      : null
  }
  if (OF.test(next) && (at === 0 || /^(?:ist|bleibt)$/.test(before)))
    return at === 0 || HELD_BY_ONE.test(tokens[end - 1]?.word ?? '') ? 'bare' : null
  const owner = tokens[at - 1]
  return owner?.proper === true && /[^s]s$/.test(owner.word) && (after === undefined || TOLD.test(next))
    ? 'whose'
    : null
}

/** "Der Beitrag für den Chor" is known by its own words: of which choir is not told. */
const isOf = (tokens: readonly Token[], at: number): boolean => {
  const next = tokens[at]?.word ?? ''
  if (!OF.test(next)) return false
  return !/^(?:für|bei|zu)$/.test(next) || !ARTICLE.test(tokens[at + 1]?.word ?? '') || tokens[at + 3]?.proper === true
}

const isAtName = ({ word }: Token, i: number, tokens: readonly Token[]): boolean =>
  /^(?:in|im|bei|beim|für)$/.test(word) && tokens[i + 1]?.proper === true

const isOneOfMany = (
  noun: string,
  { told, stand }: { readonly told: Token | undefined; readonly stand: Stand },
): boolean => {
  if (told !== undefined && SUPERLATIVE.test(told.word) && PLACE.test(noun)) return false
  if ((stand === 'whose' || stand === 'at') && !ONE_BY_ITS_END.test(noun)) return true
  return isManyGerman(noun)
}

/** Whoever holds an office may be a woman or a man. */
const nameOf = (noun: string): string =>
  noun
    .replace(/(?<=\p{L}{4})(?<!a)in$/u, '')
    .replace(/(?<=vorsitzende|beauftragte|verantwortliche|zuständige)r$/u, '')
    .replace(/ärzt$/u, 'arzt')
    .replace(/ständ$/u, 'stand')
    .replace(/frau$/u, 'mann')
