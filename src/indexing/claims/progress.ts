import { CONDITIONS, words } from './vocabulary.js'

/** What something that is worked on can be in, under, at, on or behind. */
const STAGES = words(
  `planning progress review testing test development design production discovery analysis implementation qa staging preparation beta alpha approval
  triage execution rollout trial maintenance transit delivery customs construction discussion investigation consideration evaluation negotiation
  repair risk hold track schedule time ice limbo backlog queue draft editing proofreading print translation procurement moderation validation
  verification deployment migration refinement closing litigation arbitration probation quarantine storage`,
)
const PHASE =
  /^(?:in|under|at|on|behind|ahead of|off|out for|up for|awaiting|pending|ready for) (?:the )?(\p{L}+)(?: (?:phase|stage|queue|list|mode))?$/u
/** "Waiting for the customer", "blocked by legal". */
const WAITING =
  /^(?:waiting (?:for|on)|awaiting|pending|blocked by|stuck in|stuck at|stalled) (?:[\p{L}'-]+ ){0,3}[\p{L}'-]+$/u
const GERMAN_STAGE =
  /^(?:in|im|auf|vor|unter) (?:der )?(?:planung|prüfung|arbeit|bearbeitung|umsetzung|entwicklung|vorbereitung|abstimmung|klärung|genehmigung|freigabe|abnahme|testphase|test|zeitplan|plan|verzug|eis|abschluss|wartestellung|wartung|verhandlung|erprobung|ausschreibung|konzeption|einführung|kurs|beobachtung|revision)$|^hinter dem zeitplan$|^(?:gefährdet|verspätet|im soll|überfällig|wartet auf .+)$/u
const HALTED = words(
  'delayed blocked paused stalled suspended postponed shelved halted cancelled canceled completed finished abandoned decommissioned retired',
)

/** Whether a phrase in lower case tells how far something is with which somebody is at work. */
export const isProgress = (said: string): boolean =>
  STAGES.has(PHASE.exec(said)?.[1] ?? '') || WAITING.test(said) || GERMAN_STAGE.test(said) || HALTED.has(said)

/** Whether a phrase in lower case tells the state of a ticket, a project or a machine. */
export const isCondition = (said: string): boolean => CONDITIONS.has(said) || isProgress(said)
