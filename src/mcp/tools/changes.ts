import { z } from 'zod'
import { omitUndefined } from '../../http/omit-undefined.js'
import {
  restored,
  restore as restoreRoute,
  sharedMemory,
  share as shareRoute,
  update,
  updated,
} from '../../http/routes/changes.js'
import { affected, inWords, onlyThis } from '../affected.js'
import { Refused } from '../operations.js'
import { userArgument } from '../scope.js'
import { DELETES, howToKeep, tool, WRITES } from '../tool.js'

const id = z.uuid().describe('The memory.')
const position = z.string().describe('Pass it to recall, to be sure that the answer includes this.')
const only_this = onlyThis.describe('true: leave your other memories with the same words as they are.')
const changed = updated.extend({ ...affected, version: z.int().describe('The version that says it.'), position })

export const correct = tool({
  name: 'correct',
  description:
    'Reword one memory that was written down wrongly: a name misspelt, a number misheard. Call it when what is remembered was ' +
    'never true. When something has changed since, call remember with `replaces` instead. What it said before stays in its history.',
  hints: WRITES,
  input: z.strictObject({
    id,
    content: z.string().describe('What it says from now on, in full.'),
    only_this,
    user_id: userArgument,
  }),
  output: changed.extend({ also_lost: z.array(z.string()).describe('What else it said, and says no longer.') }),
  run: async ({ id, content, only_this }, { ask, scope }) => {
    const { body, position } = await ask(update, { params: { id }, input: { ...scope, content, only_this } })
    const done = updated.parse(body)
    const { also_lost = [] } = done
    const lost = also_lost.length === 0 ? '' : ` ${howToKeep(also_lost)}`
    return { text: `Corrected ${inWords(done)}${lost} Position ${position}.`, data: { ...done, also_lost, position } }
  },
})

export const restore = tool({
  name: 'restore',
  description:
    'Bring a memory back in the words of one of its versions, whether it was corrected, superseded or deleted since. Call it when ' +
    'the user says that a change or a deletion was a mistake; history tells the versions.',
  hints: WRITES,
  input: z.strictObject({
    id,
    version: z.int().min(1).describe('The version to take it back to, as history numbers them.'),
    only_this,
    user_id: userArgument,
  }),
  output: changed,
  run: async ({ id, version: of, only_this }, { ask, scope }) => {
    const { body, position } = await ask(restoreRoute, { params: { id }, input: { ...scope, version: of, only_this } })
    const done = restored.parse(body)
    return { text: `Restored to version ${of}: ${inWords(done)} Position ${position}.`, data: { ...done, position } }
  },
})

export const share = tool({
  name: 'share',
  description:
    'Say which agents of the workspace may read a memory of yours. Call it when another agent needs what you remember, or when ' +
    'something turns out to be for you alone.',
  hints: DELETES,
  input: z.strictObject({
    id,
    visibility: sharedMemory.shape.visibility.describe('All agents of the workspace, you alone, or you and some.'),
    granted_to: z.array(z.string()).optional().describe('With restricted: the other agents that may read it.'),
    only_this,
    user_id: userArgument,
  }),
  output: sharedMemory.extend({ ...affected, position }),
  run: async ({ id, visibility, granted_to, only_this }, { ask, scope }) => {
    if (scope.workspace_id === undefined)
      throw new Refused('This connection is for no workspace: nobody to share with.')
    const input = { ...scope, visibility, ...omitUndefined({ granted_to, only_this }) }
    const { body, position } = await ask(shareRoute, { params: { id }, input })
    const shared = sharedMemory.parse(body)
    const readers = shared.visibility === 'restricted' ? [...shared.granted_to, 'you'].join(', ') : shared.visibility
    return {
      text: `Readers from now on: ${readers}. Of ${inWords(shared)} Position ${position}.`,
      data: { ...shared, position },
    }
  },
})
