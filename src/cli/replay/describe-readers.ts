import type { MemoryAnswer } from '../../operations/replay/answer.js'
import { visible } from './visible.js'

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
