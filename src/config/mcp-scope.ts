import { textLike } from './value-types.js'

const name = () => textLike(/^\P{Cc}{1,256}$/u, 'must be a name of at most 256 characters').optional()

/** Whose memories `palimpsest mcp` serves. Over HTTP the address of a request says that, or its headers. */
export const mcpScope = {
  PALIMPSEST_USER_ID: name().meta({
    description:
      'For `palimpsest mcp`: whose memories its client reads and writes. Without it each call has to say that.',
    example: 'ana',
  }),
  PALIMPSEST_WORKSPACE_ID: name().meta({
    description:
      'For `palimpsest mcp`: the workspace of that user, in which agents share memories. Without it: their personal memories.',
    example: 'crew',
  }),
  PALIMPSEST_AGENT_ID: name().meta({
    description: 'For `palimpsest mcp`: the agent that its client is.',
    example: 'scout',
  }),
}

/** Those of the settings that are set. */
type Given = { readonly [Name in keyof typeof mcpScope]?: string | undefined }

export const mcpScopeOf = ({
  PALIMPSEST_USER_ID: user_id,
  PALIMPSEST_WORKSPACE_ID: workspace_id,
  PALIMPSEST_AGENT_ID: agent_id,
}: Given) =>
  Object.freeze({
    ...(user_id === undefined ? {} : { user_id }),
    ...(workspace_id === undefined ? {} : { workspace_id }),
    ...(agent_id === undefined ? {} : { agent_id }),
  })

/** A workspace is one of a user, and every read in it is by an agent. */
export const mcpScopeFaults = (given: Given): readonly string[] =>
  (['PALIMPSEST_USER_ID', 'PALIMPSEST_AGENT_ID'] as const)
    .filter((needed) => given.PALIMPSEST_WORKSPACE_ID !== undefined && given[needed] === undefined)
    .map((needed) => `${needed} must be set with PALIMPSEST_WORKSPACE_ID.`)
