import { parse } from 'postgres-array'

/** Converts the text that Postgres prints to the value in a row. */
export type Read = (text: string) => unknown

const asIs: Read = (text) => text

const bytes: Read = (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))

/** The session prints UTC. Values that ISO 8601 lacks (`infinity`, years BC or beyond 9999) stay as printed. */
const instant: Read = (text) => {
  const [, date, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text) ?? []
  return date === undefined ? text : `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

/** Built-in types with the object ids of the type and of its array. The ids never change (pg_type.dat). */
const types: readonly (readonly [oid: number, arrayOid: number, read: Read])[] = [
  [16, 1000, (text) => text === 't'], // bool
  [17, 1001, bytes], // bytea
  [18, 1002, asIs], // "char"
  [19, 1003, asIs], // name
  [20, 1016, BigInt], // int8
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [25, 1009, asIs], // text
  [26, 1028, Number], // oid
  [114, 199, (text) => JSON.parse(text)], // json
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [1042, 1014, asIs], // char(n)
  [1043, 1015, asIs], // varchar
  [1082, 1182, asIs], // date
  [1114, 1115, asIs], // timestamp
  [1184, 1185, instant], // timestamptz
  [1700, 1231, Number], // numeric
  [2950, 2951, asIs], // uuid
  [3802, 3807, (text) => JSON.parse(text)], // jsonb
]

const readers = new Map<number, Read>(
  types.flatMap(([oid, arrayOid, read]) => [
    [oid, read] as const,
    [arrayOid, (text: string) => parse(text, read)] as const,
  ]),
)

/** The conversion for columns of a type; of unknown types the text is kept. */
export const readerOf = (oid: number): Read => readers.get(oid) ?? asIs
