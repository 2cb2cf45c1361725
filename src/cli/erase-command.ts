import { type Command, Option } from 'commander'
import type { Variables } from '../config/config.js'
import type { EraseArguments } from './erase.js'
import { aName, anId } from './replay/commands.js'
import { command, overridesOf } from './setting-options.js'

export type EraseAction = (overrides: Variables, wishes: EraseArguments) => Promise<void>

/** Adds `palimpsest erase`. */
export const addErase = (program: Command, erase: EraseAction): void => {
  command(program, 'erase', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description(
      'Erase all that there is of a user, or one memory with all that says the same or was made of it. Keys are destroyed, so that nobody reads again what the log keeps of it. It cannot be undone; backups from before it are yours to drop. A server on the same data directory must be stopped, or asked over HTTP (DELETE /v1/admin/users/<id>); on Postgres services may run.',
    )
    .requiredOption('--user <id>', 'the user', aName)
    .addOption(new Option('--memory <id>', 'only this memory of the user').argParser(anId))
    .option('--workspace <id>', 'the workspace that the memory is in; takes --agent', aName)
    .option('--agent <id>', 'an agent that sees the memory', aName)
    .option('--dry-run', 'change nothing: say how much would go', false)
    .option('--yes', 'do not ask before it begins', false)
    .option('--json', 'the result as one JSON object', false)
    .action((given, self) => {
      const { user, memory, workspace, agent, dryRun, yes, json, ...options } = given
      if ((workspace === undefined) !== (agent === undefined) || (workspace !== undefined && memory === undefined))
        self.error("error: '--workspace <id>' and '--agent <id>' go together, with '--memory <id>'")
      const scope =
        workspace === undefined || agent === undefined
          ? ({ kind: 'user', userId: user } as const)
          : ({ kind: 'workspace', userId: user, workspaceId: workspace, agentId: agent, agentScope: 'all' } as const)
      const wish = { scope, ...(memory === undefined ? {} : { memoryId: memory }) }
      return erase(overridesOf(options), { wish, dryRun: dryRun === true, yes: yes === true, json: json === true })
    })
}
