import { onTestFinished } from 'vitest'
import type { ReingestResult } from '../../src/operations/reingest/report.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type ChatReply, type ChatRequest, chatDouble, inputOf } from '../support/chat-double.js'
import { type Client, clientOf, type Who } from '../support/client.js'
import type { Places } from '../support/place.js'
import { sensibleModel } from '../support/sensible-model.js'
import { type Ended, palimpsest } from './command.js'

const taskOf = (request: ChatRequest): string => String(Object(inputOf(request)).task)
export const resultOf = ({ stdout }: Ended): ReingestResult =>
  (JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { result: ReingestResult }).result // what it prints last
export const listed = async (client: Client, who: Who) =>
  (await client.list(who)).memories.map(({ content }) => content).sort()

/** A store that a service without a language model has filled, and what the command does with it. */
export const filled = async (
  makeStore: Places[number]['makeStore'],
  fill: (client: Client, ask: RunningApp['ask']) => Promise<unknown>,
) => {
  const place = await makeStore()
  onTestFinished(place.remove)
  let reply: ChatReply = sensibleModel()
  const double = await chatDouble((received, response) => reply(received, response))
  onTestFinished(() => double.close())
  const settings = {
    ...place.settings,
    LLM_PROVIDER: 'openai',
    LLM_API_URL: double.baseURL,
    LLM_MODEL: 'm-1',
    LLM_MAX_RETRIES: '0',
    LLM_PRICE_INPUT: '1',
    LLM_PRICE_OUTPUT: '2',
  }
  /** What a service shows that has no language model. */
  const served = async <Found>(work: (client: Client, ask: RunningApp['ask']) => Promise<Found>): Promise<Found> => {
    const app = await startApp(place)
    try {
      return await work(clientOf(app), app.ask)
    } finally {
      await app.close()
    }
  }
  await served(fill)
  const reingest = (...args: readonly string[]) => palimpsest(['reingest', '--json', '--yes', ...args], settings)
  const tasks = () => double.received.map(({ body }) => taskOf(body))
  const asked = () => JSON.stringify(double.received.map(({ body }) => inputOf(body)))
  /** How the model answers from now on; what it was asked before is forgotten. */
  const answering = (by: ChatReply): void => {
    reply = by
    double.received.length = 0
  }
  return { settings, served, reingest, tasks, asked, answering }
}
