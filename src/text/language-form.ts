import { z } from 'zod'
import { alternatives, dateWords, tenseSigns, unspacedDates } from './date-words.js'

/** Words between spaces, on one line or several. */
const words = z.union([z.string(), z.array(z.string())]).transform((lines) => [lines].flat().join(' '))
const optionalWords = words.optional()
const optionalAlternatives = alternatives.optional()

/**
 * An attribute that has one value at a time: a home, an employer, a price. In lower case; `asks` is how questions ask for it, a
 * pattern of whole words, and of what it matches the last word that a search looks up stands for the attribute; `words` tell it.
 */
const attribute = z.strictObject({ asks: z.string(), words })

/** Words by which contradictions between statements are recognised. */
const contradictions = z.strictObject({
  /** What these say is of whoever says it. */
  self: words,
  /** With these a statement contradicts none: possibility, condition, the past, frequency, an estimate, an addition. */
  unsure: words,
  negations: words,
  auxiliaries: words,
  articles: words,
  definite: words,
  is: words,
  /** After these a number, a day or a time is the only one. */
  states: words,
  /** Before a number these tell what something has; elsewhere they tell what happened. */
  has: words,
  /** Of what these name there is one, whatever it is. */
  unique: words,
})

/** Folded. Words that mean other things more often ("sei", "once") are left out: `-` stands in their place. */
const numerals = z.strictObject({
  /** From two on. */
  ones: words,
  /** From twenty on. */
  tens: words,
  more: z.array(z.tuple([z.string(), z.number()])),
  /** One, which is an article in most languages. */
  one: words,
  /** Between tens and ones. */
  joins: z.string(),
  /** What ends a numeral of several that are written together. */
  compounds: z.string().optional(),
  /** After digits. */
  thousands: optionalAlternatives,
  millions: optionalAlternatives,
})

/** Instructions that apply from now on. */
const instructions = z.strictObject({
  /** Every pattern contains one of these. */
  hint: z.string(),
  /** What may stand before one: a request, and what joins it to a clause before. */
  please: optionalAlternatives,
  joins: optionalAlternatives,
  /** What is told to do: `{verbs}` in the patterns. */
  verbs: optionalAlternatives,
  /** `{start}` stands for the start of a sentence or a clause. */
  patterns: z.array(z.string()),
})

/**
 * Texts that address the assistant or the memory instead of a person. In the patterns `{gap}` is the space between two words,
 * `{up to 3: all|the}` at most three of these words, `{ofNobodyElse}` excludes rules with another owner.
 */
const injections = z.strictObject({
  /** In Latin letters every pattern contains one of these. */
  hint: optionalAlternatives,
  /** Before these an order may start within a clause. */
  starts: optionalAlternatives,
  /** Before the owner of rules, and the owner that matters: the system. */
  owners: optionalAlternatives,
  system: z.string().optional(),
  /** Each is an order at the start of a clause. */
  orders: z.array(z.string()).default([]),
  /** The others, as whole patterns. */
  frames: z.array(z.string()).default([]),
})

/** How secrets are spoken of. */
const secrets = z.strictObject({
  /** Patterns that announce a secret, by sort in secrets.json. Unless `{start}`, also within a word (`dbPassword`). */
  labels: z.record(z.string(), alternatives).default({}),
  /** Between a label and its value. */
  is: optionalWords,
  /** Between these and the value. */
  still: optionalWords,
  /** Between a label and its purpose: `for the router`, `du wifi`, `that I use`. */
  leads: optionalWords,
  /** In scripts without spaces: between label and value, and between value and label, there also before a possessive. */
  joined: optionalAlternatives,
  own: optionalAlternatives,
  /** Verbs that give a password another value, and the word before it. */
  changes: optionalWords,
  to: optionalWords,
  /** After a value: `hunter2 is my password`, `use hunter2 as the password`. */
  behind: optionalWords,
  as: optionalWords,
  uses: optionalWords,
  /** With these after it a label is no label: `password manager`. */
  notBehind: optionalAlternatives,
  /** Beginnings of units: a number before one is an amount. */
  units: optionalAlternatives,
  /** Patterns of inflected words, which describe a password. */
  inflected: optionalAlternatives,
  /** Said about passwords: grammar, judgements, conditions, places that store them. */
  said: optionalWords,
})

/** Patterns of phrases, each with `…` in the place of what they are about. */
const phrases = z.array(z.string().includes('…'))

/** How somebody asks that what they said be forgotten, and nothing else; patterns of a whole sentence in lower case. */
export const forget = z.strictObject({
  /** What may stand before it, and behind it; and before it, but not where a request could be an answer: "Sorry, don't remember …". */
  polite: alternatives,
  pauses: optionalAlternatives,
  after: optionalAlternatives,
  /** What was said last: "forget that". */
  last: alternatives,
  /** Where verbs stand behind what they are about. */
  verbs: z.literal('last').optional(),
  /** What may stand before a possessive. */
  article: optionalAlternatives,
  /** Verbs that only a memory is asked by, and verbs for files, lists and accounts, too. */
  forget: alternatives,
  erase: alternatives,
  /** What either verb may be about: what was said about it; and what the first may be about, too, `self` being who says "I"; before `whole` all that is said of it. */
  said: phrases,
  forgotten: phrases.default([]),
  /** With the second verb: where it is kept. */
  stored: phrases,
  /** Words that hold their negation: "don't". */
  denied: optionalAlternatives,
  /** With a negation: "don't remember …". */
  unlearn: phrases,
  /** Other orders of the words. */
  own: phrases.default([]),
  /** The language whose stems its words are compared by, where it has none of its own. */
  stemmedAs: z.string().optional(),
  /** Possessives of self before what is theirs, and verbs behind it that say what it is. */
  mine: alternatives,
  is: alternatives,
})

/** Signs of lists of statements: what starts one (lower case), first words that refer back, determiners, speaker. */
const statements = z.record(z.enum(['opens', 'leaning', 'determiners', 'speaker']), alternatives)

/** How questions ask for these; patterns. */
const asks = z.record(z.enum(['time', 'place', 'number', 'name']), alternatives)

/** Short replies to a proposal. */
const replies = z.strictObject({
  /** These leave it open, and these deny it. */
  open: words,
  denials: words,
  /** What such replies are made of besides. */
  around: optionalWords,
  /** A statement with one of these is denied already. */
  negates: alternatives,
})

/** What a statement may hold, or not, and claim the same. */
const sameClaim = z.strictObject({
  /** Only those that stand for the same words wherever they are: "he's" is "he is" or "he has". */
  contractions: z.record(z.string(), z.string()),
  /** The same for words with an ending: the ending, its word, and the words before it. */
  endings: z.array(z.tuple([z.string(), z.string(), words])),
  articles: words,
  /** Behind these an article is part of a quantity or an order. */
  quantities: words,
  /** Behind these a letter is a label. */
  labelled: words,
  greetings: words,
  adverbs: words,
  /** With these before it an adverb says how far something holds. */
  negative: words,
})

/** What stands above a message in an email. */
const mail = z.strictObject({
  /** Names of its fields. */
  from: words,
  date: words,
  subject: words,
  other: words,
  /** "On 2 March 2026 at 17:40, Ben wrote:"; in some languages the name stands behind the verb. */
  opens: alternatives,
  wrote: optionalAlternatives,
  wroteFirst: optionalAlternatives,
  /** Between a message and the one that it passes on. */
  dividers: optionalAlternatives,
})

/** What shows that a text answers when, where, how many and who. */
const answers = z.strictObject({
  times: alternatives,
  /** Before the name of a place. */
  places: alternatives,
  numbers: alternatives,
  /** With a capital, and no names. */
  notNames: words,
})

/** What asks in a query without spaces, and says nothing of what is asked for. */
const questions = z.strictObject({
  words,
  /** Characters that are in any sentence. */
  characters: z.string().optional(),
  /** After a word, at its end, and after that. */
  particles: optionalWords,
  endings: optionalWords,
  last: optionalWords,
})

/** How sentences ask; patterns, in lower case. */
const asking = z.strictObject({
  /** Before a question, in the same sentence: "so", "but". */
  links: optionalAlternatives,
  /** `{pronouns}` in the others. */
  pronouns: alternatives,
  /** At the beginning of a question, with a question mark or without. */
  opens: alternatives,
  /** At the beginning of what somebody wants to have done. */
  wishes: alternatives,
  /** Around what is asked, and no part of it: "could you tell me". */
  frames: alternatives,
  /** What stands for whoever speaks. */
  user: alternatives,
  /** Before that, where it is no part of a noun: what does "the user" drink, in contrast to "the user interface". */
  doing: optionalAlternatives,
})

/** Signs of what kind of memory a text is. `{adverbs}` and `{past}` in the patterns stand for those. */
const descriptions = z.strictObject({
  /** Up to two of these may stand before a verb. */
  adverbs: optionalAlternatives,
  past: optionalAlternatives,
  opinions: optionalAlternatives,
  firm: optionalAlternatives,
  hedges: optionalAlternatives,
  experiences: optionalAlternatives,
  howTo: optionalAlternatives,
  personal: optionalAlternatives,
  preferences: optionalAlternatives,
  decisions: optionalAlternatives,
  commitments: optionalAlternatives,
  /** Before the name that a statement starts with. */
  topicStarts: optionalAlternatives,
})

/** What shows the type of a name: its last word, and what stands before or after it. */
const nameSigns = z.strictObject({
  organizations: alternatives,
  events: alternatives,
  places: alternatives,
  before: z.array(z.tuple([z.enum(['project', 'person', 'organization', 'place', 'tool']), z.string()])),
  afterPerson: alternatives,
  projects: alternatives,
  /** With a capital, and no part of a name. */
  conventional: words,
  /** Between two words of a name. */
  within: alternatives,
  /** Endings of a verb before a name. */
  verbs: alternatives,
  /** Tools that are written in lower case; none of them is a word. */
  lowerCase: alternatives,
})

/** What is known of one language: the form of languages/<ISO 639-1 code>.json. */
export const language = z.strictObject({
  dates: dateWords.optional(),
  tense: tenseSigns.optional(),
  unspacedDates: unspacedDates.optional(),
  attributes: z.array(attribute).optional(),
  /** Titles and others with a full stop behind them, without that. In lower case; some begin with a capital. */
  abbreviations: optionalAlternatives,
  forget: forget.optional(),
  stopWords: optionalWords,
  contradictions: contradictions.optional(),
  numerals: numerals.optional(),
  instructions: instructions.optional(),
  injections: injections.optional(),
  /** Words by which a question asks for what was. */
  past: optionalAlternatives,
  /** Words by which a question asks for what something has taken the place of. */
  former: optionalAlternatives,
  /** How questions ask for the last conversation (`asks`, in lower case), and the words of content that they hold besides. */
  lastSession: z.strictObject({ asks: alternatives, words: optionalWords }).optional(),
  /** Forms of the past by which a question asks for what happened; a participle alone may tell of a state ("is hosted"). */
  events: optionalAlternatives,
  /** Whole patterns of questions about what the machine side said: "what did you recommend", "what were we told". */
  asksAssistant: optionalAlternatives,
  /** They ask for what came of it. */
  outcome: optionalAlternatives,
  secrets: secrets.optional(),
  statements: statements.optional(),
  answers: answers.optional(),
  asks: asks.optional(),
  /** How questions ask for a number. */
  asksNumber: optionalAlternatives,
  sameClaim: sameClaim.optional(),
  /** A short answer that begins with one of these depends on its question. */
  yesOrNo: optionalAlternatives,
  replies: replies.optional(),
  /** Stems of verbs that report a proposal. */
  proposals: optionalAlternatives,
  /** What stands for the speaker as the subject of a statement. */
  subject: optionalAlternatives,
  /** They ask for a reading as it is now. */
  latest: optionalAlternatives,
  /** What a messenger puts behind a message that was edited. */
  edited: optionalAlternatives,
  mail: mail.optional(),
  /** Above a message that is copied from an assistant's page: one's own, and behind the name of others. */
  copied: z.strictObject({ own: alternatives, others: alternatives }).optional(),
  /** They greet whoever a letter is for. */
  salutations: optionalAlternatives,
  descriptions: descriptions.optional(),
  questions: questions.optional(),
  asking: asking.optional(),
  /** What asks at the end of a question only for a yes: ", right?", ", oder?". */
  tags: optionalAlternatives,
  /** What an apostrophe adds to a word. */
  clitics: optionalWords,
  /** Letters that are also written as two. */
  twoLetters: z.record(z.string(), z.string()).optional(),
  functionWords: optionalWords,
  /** Greetings, thanks, assent, laughter. Turns of these alone are not stored. */
  fillers: optionalWords,
  /** Fillers as they are drawn out in speech: "soooo". */
  drawnOut: optionalAlternatives,
  /** Greetings and assent whose words would count as content elsewhere: "nice to meet you". */
  pleasantries: optionalAlternatives,
  /** How sentences of wishes, thanks and offers begin: "Enjoy your meal!". */
  courtesies: optionalAlternatives,
  /** Phrases that keep a conversation going, and what messengers put in the place of a picture or a deleted message. */
  idle: optionalAlternatives,
  /**
   * Labels of the machine side of a conversation (`alsoPeople`: those of them that people are called, too), of the user's side, of
   * others who speak, and of senders who are nobody in particular.
   */
  roles: z
    .strictObject({
      assistants: optionalWords,
      alsoPeople: optionalWords,
      users: optionalWords,
      people: optionalWords,
      nobody: optionalWords,
    })
    .optional(),
  /** Labels of notes, fields and sections, which are not names. */
  headings: optionalWords,
  /** Words that say little of what a text is about. */
  generic: optionalWords,
  /** Small words within the name of a person. */
  particles: optionalWords,
  /** Common names; an underscore represents a space. */
  names: z.array(z.tuple([z.enum(['person', 'place', 'tool', 'organization', 'event'])], z.string())).optional(),
  nameSigns: nameSigns.optional(),
})
