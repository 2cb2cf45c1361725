import { setTrust, type TrustWish } from '../domain/agent.js'
import { agentState } from '../queries/read-agents.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import type { Done } from './transact.js'

/** An omitted name stays as it is. */
export type TrustSetting = Omit<TrustWish, 'by'>

/** Without the name: the answer is kept in the log for a retry, and holds nothing that people wrote. */
export type TrustGiven = { readonly agent_id: string; readonly trust_level: number }

/** Sets how far a user trusts an agent. Nothing happens where that is so already. */
export const createSetTrust =
  (parts: BankDependencies) =>
  ({ agentId, trust, displayName, ...caller }: Requester & TrustSetting): Promise<Done<TrustGiven>> =>
    decideInBank(parts, caller, {
      read: (db) => agentState(db, caller.scope.userId, agentId),
      decide: (agent, by) => ({
        events: setTrust(agent, { agentId, trust, ...(displayName === undefined ? {} : { displayName }), by }),
        result: { agent_id: agentId, trust_level: trust },
      }),
    })
