import { z } from 'zod'
import { erasable, event, isErased, type Metadata, metadata } from './event.js'

/** Metadata of an event about one agent; its version counts the changes of the agent's trust. */
const aboutAgent = metadata.extend({ agentId: z.string().min(1), version: z.int().min(1) })

/** How far the user trusts an agent from now on, and what people call it: all that is set of it, changed or not. */
const AgentTrustSet = event('AgentTrustSet', 1, {
  metadata: aboutAgent,
  data: z.object({
    /** 0 (not at all) to 1 (fully). */
    trust: z.number().min(0).max(1),
    said: erasable(z.object({ displayName: z.string().nullable() })),
  }),
})

export const agentEvents = [AgentTrustSet] as const
export type AgentTrustSet = z.infer<typeof AgentTrustSet.schema>

/** The trust of an agent of which nobody has said anything: neither raised nor lowered. */
export const DEFAULT_TRUST = 0.5

/** The trust in the user's own words. */
export const OWN_TRUST = 1

export type Agent = {
  /** How often its trust was set; 0: never. */
  readonly version: number
  readonly trust: number
  readonly displayName: string | null
}

export const UNKNOWN_AGENT: Agent = { version: 0, trust: DEFAULT_TRUST, displayName: null }

/** The name that an event gives, or none if it is erased. */
export const displayNameIn = ({ said }: AgentTrustSet['data']): string | null =>
  isErased(said) ? null : said.displayName

export type TrustWish = {
  readonly agentId: string
  readonly trust: number
  /** Omitted: it keeps its name. */
  readonly displayName?: string
  readonly by: Metadata
}

/** Setting the default for the first time is a change, too: from then on the agent is known. */
export const setTrust = (
  before: Agent,
  { agentId, trust, displayName = before.displayName ?? undefined, by }: TrustWish,
): readonly AgentTrustSet[] => {
  const wanted = { trust, displayName: displayName ?? null }
  if (before.version > 0 && before.trust === trust && before.displayName === wanted.displayName) return []
  return [
    {
      type: 'AgentTrustSet',
      metadata: { ...by, agentId, version: before.version + 1 },
      data: { trust, said: { displayName: wanted.displayName } },
    },
  ]
}
