import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

/** The revisions of the protocol that clients speak: those of 2025, and the newest. */
export const eras = ['legacy', { pin: '2026-07-28' }] as const
export type Era = (typeof eras)[number]

/** What a tool has answered. Who asks knows its fields; the expectations are the check. */
export type ToolAnswer = {
  readonly text: string
  readonly isError: boolean
  // biome would have a type for each tool here, which its expectations are already
  readonly data: Readonly<Record<string, never>>
}

/** The official client on a transport. */
export const mcpClient = async (transport: Transport, era: Era = 'legacy') => {
  const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode: era } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> => {
    const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args })
    const texts = Array.isArray(content) ? content : []
    const text = texts.map((part) => ('text' in part ? String(part.text) : '')).join('\n')
    // See the type.
    return { text, isError, data: (structuredContent ?? {}) as ToolAnswer['data'] }
  }
  return { client, call }
}

type Over = {
  readonly url: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly era?: Era
}

/** The same over HTTP, with the development key. */
export const mcpOverHttp = ({ url, path = '/mcp', headers = {}, era }: Over) => {
  const requestInit = { headers: { Authorization: 'Bearer local-dev-key', ...headers } }
  return mcpClient(new StreamableHTTPClientTransport(new URL(`${url}${path}`), { requestInit }), era)
}
