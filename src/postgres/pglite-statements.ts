import { type messages, type PGlite, protocol } from '@electric-sql/pglite'
import { type Read, readerOf } from './columns.js'
import type { Encoded } from './parameters.js'
import { statementName } from './statement-names.js'

type Column = { readonly name: string; readonly read: Read }
type Prepared = { readonly name: string; readonly columns: readonly Column[] }

const { serialize } = protocol

/**
 * Statements over PGlite's wire protocol, each prepared once: its own `query` parses and plans every time, which costs
 * more than most statements take to run. A statement belongs to the search path it was prepared under.
 */
export class PgliteStatements {
  private readonly db: PGlite
  private readonly prepared = new Map<string, Prepared>()
  constructor(db: PGlite) {
    this.db = db
  }

  /** One statement by the extended protocol; the rows read as `Database` says. */
  async query(schema: string, text: string, values: readonly Encoded[]): Promise<readonly unknown[]> {
    const key = `${schema} ${text}`
    const name = statementName(key) ?? ''
    try {
      const { columns } = this.prepared.get(key) ?? (await this.prepare(key, text, name))
      const answers = await this.send(serialize.bind({ statement: name, values: [...values] }), serialize.execute({}))
      return answers.filter(isRow).map(({ fields }) => rowOf(columns, fields))
    } finally {
      await this.db.execProtocolRaw(serialize.sync(), { syncToFs: false })
    }
  }

  private async prepare(key: string, text: string, name: string): Promise<Prepared> {
    const answers = await this.send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const columns = answers
      .filter(isDescription)
      .flatMap(({ fields }) => fields.map((field) => ({ name: field.name, read: readerOf(field.dataTypeID) })))
    const prepared = { name, columns }
    if (name !== '') this.prepared.set(key, prepared)
    return prepared
  }

  private async send(...parts: readonly Uint8Array[]): Promise<readonly messages.BackendMessage[]> {
    return this.db.execProtocolStream(Buffer.concat(parts), { syncToFs: false })
  }
}

const isRow = (message: messages.BackendMessage): message is messages.DataRowMessage => message.name === 'dataRow'
const isDescription = (message: messages.BackendMessage): message is messages.RowDescriptionMessage =>
  message.name === 'rowDescription'

const rowOf = (columns: readonly Column[], fields: readonly (string | null)[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(columns.map(({ name, read }, i) => [name, fields[i] == null ? null : read(fields[i])]))
