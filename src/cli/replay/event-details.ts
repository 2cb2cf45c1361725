import { z } from 'zod'
import { conflictStatus } from '../../domain/conflict/events.js'
import { linkKind } from '../../domain/episode.js'
import { verdictOutcome, verdictReason } from '../../domain/verdict.js'
import type { Happened, MemoryAnswer } from '../../operations/replay/answer.js'
import { type TextStyle, visible, wordDiff } from './text-style.js'

/** A step of a conflict, as one of its memories is told of it. */
const conflictStep = z.object({
  id: z.string(),
  status: conflictStatus,
  /** Which of its memories this one is; `replaced`: it waited until now, and another one of its agent waits instead. */
  side: z.enum(['existing', 'new', 'replaced']),
  with: z.string(),
  agent: z.string().optional(),
  reason: verdictReason.optional(),
  expiresAt: z.string().optional(),
  goesOnAbout: z.string().optional(),
  replaced: z.string().optional(),
})
type ConflictStep = z.infer<typeof conflictStep>

/** The step in words; `because`: the reason that its event names. */
const conflictWords = (step: ConflictStep, because: string | null): string => {
  const { id, status, side, goesOnAbout, replaced } = step
  if (status !== 'open') return `conflict ${id} ${RESOLVED[because ?? ''] ?? 'resolved'}: ${OUTCOMES[status][side]}`
  if (goesOnAbout !== undefined) return `conflict ${id} goes on about ${goesOnAbout}, which takes its place`
  const told = side === 'existing' ? contradicted(step) : contradicts(step)
  if (replaced !== undefined) return `conflict ${id} goes on: ${told}, in place of ${replaced}`
  return `conflict ${id} opened${step.expiresAt === undefined ? '' : ` until ${step.expiresAt}`}: ${told}`
}

const otherOf = ({ with: other, agent = 'unknown' }: ConflictStep): string => `${other} of agent ${visible(agent)}`
const why = ({ reason }: ConflictStep): string => (reason === undefined ? '' : ` (${reason.replaceAll('_', ' ')})`)
const contradicted = (step: ConflictStep): string => `${otherOf(step)} contradicts it${why(step)}`
const contradicts = (step: ConflictStep): string => `it contradicts ${otherOf(step)}${why(step)} and waits`

/** Who or what has resolved it. */
const RESOLVED: Readonly<Record<string, string>> = {
  requested: 'resolved by request',
  expired: 'expired, and was resolved by what is left of it, by trust, then by age',
  retracted: 'resolved, because its agent says by now what it contradicted',
  settled: 'settled, because one of its memories has gone or has other readers',
}

type Outcomes = Readonly<Record<ConflictStep['side'], string>>
const OUTCOMES: Readonly<Record<Exclude<ConflictStep['status'], 'open'>, Outcomes>> = {
  resolved_new: { existing: 'the other memory wins', new: 'it wins', replaced: 'it wins' },
  resolved_existing: { existing: 'it wins', new: 'the other memory wins', replaced: 'the other memory wins' },
  resolved_both: { existing: 'both stay', new: 'both stay', replaced: 'both stay' },
}

/** Who may read a memory. */
export const readersWords = (
  memory: Pick<MemoryAnswer, 'workspaceId' | 'agentId' | 'visibility' | 'grantedTo'>,
): string => {
  const { workspaceId, agentId, visibility, grantedTo } = memory
  if (workspaceId === null) return 'the user'
  const whole = `workspace ${visible(workspaceId)}`
  const agent = `agent ${visible(agentId ?? 'unknown')}`
  if (visibility === 'agent_only') return `${agent} of ${whole}`
  if (visibility === 'restricted') return `${[agent, ...grantedTo.map(visible)].join(', ')} of ${whole}`
  return whole
}

/** The changes of an event, one a line: the memory's text, its readers, and everything else. */
export const eventDetails = (event: Happened, before: Happened | undefined, style: TextStyle): readonly string[] => [
  ...origin(event, style),
  ...about(event, before),
  ...readers(event, before),
  ...content(event, before, style),
]

const origin = ({ type, episodeId, memory }: Happened, style: TextStyle): readonly string[] => {
  if (type !== 'MemoryStored') return []
  const episode = episodeId ?? 'unknown'
  return [style.faint(`from ${visible(memory.sourceSite)}, episode ${episode}, observed ${memory.observedAt}`)]
}

const readers = ({ memory }: Happened, before: Happened | undefined): readonly string[] => {
  const now = readersWords(memory)
  return before !== undefined && readersWords(before.memory) === now ? [] : [`read by ${now}`]
}

/** Events that set a memory's text. */
const WORDED = ['MemoryStored', 'MemoryUpdated', 'MemoryRestored']

const content = ({ type, memory }: Happened, before: Happened | undefined, style: TextStyle): readonly string[] => {
  const said = memory.content
  if (!WORDED.includes(type)) return []
  if (said === null) return [style.faint('(erased)')]
  const earlier = before?.memory.content
  if (earlier === undefined || earlier === null) return [visible(said)]
  if (earlier === said) return [style.faint('the same words')]
  return [wordDiff(visible(earlier), visible(said)).map(style.change).join('')]
}

const Link = z.object({ with: z.string(), kind: linkKind, similarity: z.number().nullable() })
const Verdict = z.object({ with: z.string(), applied: verdictOutcome, reason: verdictReason })
const About = z.object({
  conflict: conflictStep.optional(),
  model: z.string().optional(),
  of: z.number().optional(),
  dimensions: z.number().optional(),
  none: z.literal(true).optional(),
  by: z.string().nullable().optional(),
  outcome: z.string().optional(),
  together: z.number().optional(),
  links: z.array(Link).optional(),
  verdicts: z.array(Verdict).optional(),
  lesson: z.string().optional(),
  severity: z.string().optional(),
  names: z
    .array(z.union([z.object({ name: z.string(), type: z.string() }), z.object({ erased: z.literal(true) })]))
    .optional(),
})

const about = (event: Happened, before: Happened | undefined): readonly string[] => {
  const {
    conflict,
    lesson,
    model,
    of,
    by,
    outcome,
    together,
    links = [],
    verdicts = [],
    names = [],
    ...told
  } = About.parse(event.about)
  const recalled = event.memory.recalls - (before?.memory.recalls ?? 0)
  const named = names.map((each) => ('name' in each ? `${visible(each.name)} (${each.type})` : '(erased)'))
  return [
    model !== undefined && embedded({ ...told, of, model: visible(model) }),
    by && `by ${by}`,
    model === undefined && of !== undefined && `as version ${of}`,
    conflict && conflictWords(conflict, event.reason),
    outcome && `settled as ${outcome}`,
    together !== undefined && `one of ${together} in one step`,
    ...links.map(linked),
    ...verdicts.map((verdict) => `held against ${verdict.with}: ${verdict.applied}, ${verdict.reason}`),
    lesson && `lesson ${lesson}, of severity ${told.severity}, is about it`,
    names.length > 0 && `names ${named.join(', ')}`,
    recalled > 0 && `shown ${recalled} ${recalled === 1 ? 'time' : 'times'}`,
  ].filter((line) => typeof line === 'string')
}

const linked = ({ kind, similarity, ...link }: z.infer<typeof Link>): string => {
  const near = similarity === null ? '' : `, ${similarity.toFixed(3)}`
  return `${kind === 'similar' ? 'near' : kind} ${link.with}${near}`
}

const embedded = ({ of, model, dimensions, none }: z.infer<typeof About>): string =>
  none ? `version ${of} has no vector under ${model}` : `version ${of} as ${dimensions} numbers of ${model}`
