import { amountOf } from './amounts.js'
import { type Draft, type Fitting, isTown, type Particular, plain, spokenValue } from './draft.js'
import { mayBeOfGermanNoun } from './german/values.js'
import { isTelling } from './names.js'
import { dateOf, timeOf } from './periods.js'
import { levelOf } from './places.js'
import type { Subject } from './subject.js'
import { isQuoted } from './tokens.js'
import { isDoer, isOfAKind, UNLISTED } from './unlisted.js'
import { EVENT, EVENTS, words } from './vocabulary.js'
import { placeIn } from './whereabouts.js'

const LICENCES =
  /^(?:the )?(?:mit|apache|bsd|gpl|lgpl|agpl|mpl|isc|epl|cddl|agplv3|gplv3|gplv2|lgplv3|unlicense|wtfpl|cc|creative commons|eupl|proprietary|gnu|mozilla|eclipse|boost|zlib|public domain)\b|\blicen[cs]e(?: v?[\d.]+)?$/u
export const PROGRAMMING = words(
  `rust go golang kotlin python typescript javascript elixir java c c++ c# ruby php perl scala clojure haskell erlang swift zig dart lua julia
  r ocaml f# fortran cobol ada nim crystal groovy node.js bash sql assembly`,
)
const DATABASES =
  /(?:sql\b|sql$|db\b|db$)|^(?:postgres|mongo|redis|cassandra|oracle|elasticsearch|opensearch|neo4j|firestore|firebase|spanner|bigquery|snowflake|redshift|clickhouse|mysql|mariadb|sqlite|supabase|vitess)/u
export const PARTIES =
  /(?:part(?:y|ei)|alliance|union|front|movement|democrats|republicans|greens|labour|conservatives|liberals|bloc|coalition)\b/u
const PLANS = /\b(?:plan|tier|package|subscription|tariff)$/u
export const LANGUAGES =
  /^(?:[\p{L}-]+(?:ish|ese|ian|ean|isch)|arabic|dutch|french|german|greek|hindi|urdu|tamil|swahili|czech|thai|hebrew|basque|welsh|bengali|punjabi|icelandic|malay|zulu|tagalog|mandarin|cantonese|deutsch|catalan|latin|esperanto|sanskrit|telugu|marathi|malayalam|kannada|gujarati|farsi|pashto|kurdish|afrikaans|yiddish|quechua|nahuatl|tibetan|maori|lao|khmer|amharic|somali|hausa|yoruba|igbo|xhosa|breton|uzbek|kazakh|tatar|gaelic|frisian|tagalog|filipino|latein|norse|pali|slovak|slovene|tswana|occitan|sinhala|nepali|mongol)$/u
const OTHER_THINGS = ['firm:political party', 'trait:licence', 'trait:database', 'trait:programming language', 'sport']

export const SYSTEM =
  /^(?:windows|linux|ubuntu|debian|fedora|macos|mac os|freebsd|openbsd|android|ios|alpine|centos|red hat|rhel|arch|suse|opensuse|mint|nixos|rocky|solaris|chromeos|sles|almalinux|oracle linux|amazon linux|proxmox|truenas|esxi|gentoo|manjaro|kali|raspbian|raspberry pi os|flatcar|coreos|talos|slackware|netbsd|zorin|ipados|watchos|kubuntu|xubuntu|lubuntu|pop!?_?os)\b/u

const MEASURED = /(?<= \w.*) (?:life|length|period|duration|size)$/u

const HOUSES = words(
  'museum gallery collection theatre theater library school university college institute hospital factory plant office castle palace church cathedral tower stadium airport archive foundation observatory zoo institute embassy court',
)
const ZONES = /^(?:cet|cest|gmt|bst|est|edt|cst|cdt|mst|pst|pdt|ist|jst|utc|eet|wet|aest|msk|sgt|hkt)(?:[+-]\d{1,2})?$/u

/** A claim of this attribute where the value looks like one of it. */
const where =
  (attribute: string, fits: (value: string) => boolean): Particular =>
  (fitting, subject) =>
    subject.is === 'speaker' || !fits(spokenValue(fitting)) ? null : plain(fitting, subject, attribute)

/** "Moved from A to B": one of those, told by what A was. */
export const otherAlternatives = (fitting: Fitting, subject: Subject): readonly Draft[] =>
  fitting.found.F === undefined
    ? []
    : OTHER_THINGS.flatMap((attribute) => plain(fitting, subject, attribute) ?? []).map((draft) => ({
        ...draft,
        needs: 'former' as const,
      }))

const located: Particular = (fitting, subject) => {
  const { clause, found } = fitting
  const kind = clause.tokens
    .slice(0, 3)
    .find(({ word }) => /^(?:state|province|county|region|country|continent)$/.test(word))
  const attribute =
    kind === undefined ? 'location' : kind.word === 'country' || kind.word === 'continent' ? kind.word : 'site:state'
  return found.V === undefined || subject.is !== 'named' ? null : plain(fitting, subject, attribute)
}

/** Ways whose attribute is that of the way only if the value is one of it. */
export const BY_VALUE: Readonly<Record<string, Particular>> = {
  workplace: (fitting, subject) =>
    fitting.found.V === undefined || subject.is === 'belonging' || !isTown(fitting.clause.tokens, fitting.found.V)
      ? null
      : plain(fitting, subject, 'site:place of work'),
  located,
  licence: where('trait:licence', (value) => LICENCES.test(value)),
  'trait:programming language': (fitting, subject) =>
    PROGRAMMING.has(spokenValue(fitting)) || fitting.noun !== null
      ? plain(fitting, subject, 'trait:programming language')
      : null,
  // The speaker's is a program, that of a paper leads it.
  editor_in_chief: (fitting, subject) =>
    plain(fitting, subject, subject.is === 'speaker' ? 'trait:editor' : 'editor_in_chief'),
  hostname: (fitting, subject) =>
    fitting.noun !== null && DATABASES.test(spokenValue(fitting)) && !/[.:\d]/u.test(spokenValue(fitting))
      ? plain(fitting, subject, 'trait:database')
      : plain(fitting, subject, 'hostname'),
  // "A holds the record", and "A holds the door".
  recordHeld: (fitting, subject) =>
    subject.is === 'named' && /\b(?:record|title|trophy|championship)\b/u.test(subject.key)
      ? plain(fitting, subject, 'office:holder')
      : null,
  // "The label 'backend'" of a ticket is no company.
  record_label: (fitting, subject) =>
    fitting.clause.tokens.slice(...(fitting.found.V ?? [0, 0])).some(isQuoted)
      ? null
      : plain(fitting, subject, 'record_label'),
  // "We switched X back from A to B", "to B in staging": neither is a name.
  'trait:database': (fitting, subject) => {
    const value = spokenValue(fitting)
    const whole = !/ (?:from|back)\b/u.test(subject.key) && !/ (?:in|for|im|für) /u.test(value)
    return subject.is !== 'speaker' && whole && DATABASES.test(value) ? plain(fitting, subject, 'trait:database') : null
  },
  party: where('firm:political party', (value) => PARTIES.test(value)),
  onPlan: (fitting, subject) => (PLANS.test(spokenValue(fitting)) ? plain(fitting, subject, 'plan') : null),
  'trait:native language': (fitting, subject) =>
    LANGUAGES.test(spokenValue(fitting)) || fitting.noun !== null
      ? plain(fitting, subject, 'trait:native language')
      : null,
  state: (fitting, subject) => {
    const level = levelOf(spokenValue(fitting))
    return subject.is !== 'named' || level === 'continent'
      ? null
      : plain(fitting, subject, level === 'country' ? 'country' : 'site:state')
  },
  // A house or a collection is in a town, and people and shows are there for a while.
  placed: (fitting, subject) => {
    const { clause, found } = fitting
    const words = subject.key.split(' ')
    const drafts = words.some((word) => HOUSES.has(word)) ? plain(fitting, subject, 'location') : null
    return found.V === undefined || isTown(clause.tokens, found.V)
      ? drafts
      : (drafts?.map((draft) => ({ ...draft, needs: 'change' as const })) ?? null)
  },
  // "Has port 80 open": one of several.
  port: (fitting, subject) =>
    /\d \p{L}/u.test(spokenValue(fitting)) ? null : plain(fitting, subject, fitting.noun?.code ?? 'port'),
  aired: (fitting, subject) => {
    const value = spokenValue(fitting)
    const runs = SYSTEM.test(value) ? 'trait:operating system' : DATABASES.test(value) ? 'trait:database' : null
    return plain(fitting, subject, runs ?? 'broadcaster')
  },
  zone: where('time_zone', (value) => ZONES.test(value)),
  installed: (fitting, subject) =>
    (isTelling(fitting.clause.tokens, ...(fitting.found.S ?? [0, 0])) || /[-_]/.test(subject.key)) &&
    /\d\.\d/.test(spokenValue(fitting))
      ? plain(fitting, subject, 'version')
      : null,
  venue: (fitting, subject) => {
    const place = fitting.found.V
    if (place === undefined || subject.is === 'speaker') return null
    const tokens = fitting.clause.tokens.slice(...place)
    const moment = dateOf(tokens) !== null || timeOf(tokens.map(({ word }) => word)) !== null
    const event =
      fitting.noun !== null ||
      fitting.clause.tokens
        .slice(...(fitting.found.S ?? [0, 0]))
        .some(({ word }) => EVENTS.has(word) || EVENT.test(word))
    if (moment || !event || amountOf(tokens) !== null) return null
    // "The school gym" is no name, and yet the place where it is held.
    const house = tokens[0]?.word === 'the' ? placeIn(tokens) : null
    return (
      plain(fitting, subject, 'venue') ??
      (house === null ? null : [{ subject, attribute: 'venue', value: house, needs: subject.needs }])
    )
  },
}

/** In tokens. */
const MOST_OF_A_KIND = 4

/** What is told with such a word is no time of day. */
const UNIT =
  /^(?:€|%|euros?|dollars?|pounds?|prozent|percent|franken|km\/h|km|m|cm|kg|g|gb|tb|mb|grad|°c|seconds?|minutes?|hours?|days?|sekunden|minuten|stunden|tage)$/

/**
 * What is said with a noun of no list: of something named a name, a number or a word; of what belongs to the speaker only a name or a number.
 */
export const unlisted = (fitting: Fitting, subject: Subject): readonly Draft[] | null => {
  const { clause, found, noun } = fitting
  const { S: about, V: value } = found
  // "A player in the squad of X": a part of it.
  if (noun === null || value === undefined || found.X !== undefined) return null
  const tokens = clause.tokens.slice(...value)
  const named = tokens.some(({ proper, word }) => proper || /^[#@/]\w/.test(word))
  const owned = clause.tokens[(found.N?.[0] ?? 0) - 1]?.word !== 'the'
  const mine = subject.is === 'speaker'
  const kind = noun.stand === undefined && isOfAKind(noun.code) && value[1] - value[0] <= MOST_OF_A_KIND
  // "The fire warden of the second floor".
  const isHouse = named && subject.key.includes(' ') && isDoer(noun.code)
  if (
    !mine &&
    (about === undefined || subject.is !== 'named' || !(kind || isTelling(clause.tokens, ...about) || isHouse))
  )
    return null
  const short = !owned && value[1] - value[0] === 1 && value[0] > (about?.[0] ?? 0)
  if (noun.stand === undefined ? !named && !short && !kind : !mayBeOfGermanNoun(fitting)) return null
  const counted =
    /^[€$£¥]?\d/.test(tokens[0]?.word ?? '') &&
    amountOf(tokens) !== null &&
    (timeOf(tokens.map(({ word }) => word)) === null || UNIT.test(tokens[1]?.word ?? ''))
  // "Our dinner was 40 euros": one of many.
  if (counted && EVENTS.has(noun.code.split(/[: ]/).at(-1) ?? '')) return null
  // "Her desk is desk 7".
  const name = noun.code.slice(UNLISTED.length)
  const again =
    tokens.length === 2 &&
    /^[a-z]?\d{1,4}[a-z]?$/u.test(tokens[1]?.word ?? '') &&
    tokens[0]?.word === name.split(' ').at(-1)
  if (again) return [{ subject, attribute: `number:${name}`, value: tokens[1]?.word ?? '', needs: subject.needs }]
  // How long the battery lasts is its life.
  if (counted) return plain(fitting, subject, noun.code.replace(UNLISTED, 'measure:').replace(MEASURED, ''))
  return plain(fitting, subject, noun.code)
}
