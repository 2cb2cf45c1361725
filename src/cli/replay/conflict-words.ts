import { z } from 'zod'
import { conflictStatus } from '../../domain/conflict/events.js'
import { verdictReason } from '../../domain/verdict.js'
import { visible } from './text-style.js'

/** A step of a conflict, as one of its memories is told of it. */
export const conflictStep = z.object({
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
export const conflictWords = (step: ConflictStep, because: string | null): string => {
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
