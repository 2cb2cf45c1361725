import { ADMIN, type Draft, type Fault, STANDARD, withHeader } from './draft.js'
import type { Operation } from './operations.js'

const header = (
  kind: string,
  refused: readonly number[],
  [name, ...values]: readonly [string, ...string[]],
): Fault => ({
  kind: `header: ${kind}`,
  place: `header ${name.toLowerCase()}`,
  refused,
  spoil: (draft) => withHeader(draft, name, ...values),
})

const authFaults = ({ key }: Operation): readonly Fault[] => {
  const right = key === 'admin' ? ADMIN : STANDARD
  const refused = key === 'none' ? [] : [401]
  const wrong = `|Bearer|Bearer |${right}|Basic ${right}|Bearer ${right} more|Bearer\t${right}|Bearer "${right}"|Bearer ${right.toUpperCase()}|Bearer ${right}\xe9|Bearer undefined|Token ${right}|Bearer ${'x'.repeat(8000)}|Bearer ${right}, Bearer ${right}`
  const odd = [`bearer ${right}`, `BEARER   ${right}`, `Bearer ${right}  `, `Bearer ${ADMIN}`]
  return [
    header('no key', refused, ['Authorization']),
    ...wrong.split('|').map((value) => header('wrong key', refused, ['Authorization', value])),
    header('two keys, the first wrong', refused, ['Authorization', 'Bearer wrong', `Bearer ${right}`]),
    header('two keys, the second wrong', [], ['Authorization', `Bearer ${right}`, 'Bearer wrong']),
    ...odd.map((value) => header('key written oddly', [], ['Authorization', value])),
  ]
}

const takes = ({ fields }: Operation, name: string): boolean => fields.some((field) => field.name === name)

const positionFaults = (operation: Operation): readonly Fault[] => {
  const refused = takes(operation, 'X-Min-Position') ? [400] : []
  const bad = `|-1|abc|1e3|0x1|1.0| |9223372036854775808|${'9'.repeat(100)}|1, 2|start|x`
  return [
    ...bad.split('|').map((value) => header('no position', refused, ['X-Min-Position', value])),
    header('two positions', refused, ['X-Min-Position', '0', '0']),
    header('position 0', [], ['X-Min-Position', '0']),
    header('position 0', [], ['X-Min-Position', '0000000000000000001']),
    header('position to come', takes(operation, 'X-Min-Position') ? [503] : [], [
      'X-Min-Position',
      '9223372036854775807',
    ]),
  ]
}

const onceFaults = (operation: Operation): readonly Fault[] => {
  const refused = takes(operation, 'Idempotency-Key') ? [400] : []
  return [
    ...['', 'x'.repeat(256), 'a\tb', 'caf\xe9', '\xff'].map((value) =>
      header('no key of once', refused, ['Idempotency-Key', value]),
    ),
    // Another request may have had it.
    header('known key of once', refused.length > 0 ? [200, 422] : [], ['Idempotency-Key', 'the one']),
    header('key of once', refused.length > 0 ? [200, 422] : [], [
      'Idempotency-Key',
      `~!@#$%^&*()[]{}'"<>?/\\ ${operation.path} ${operation.method}`,
    ]),
  ]
}

const oddHeaders: readonly Fault[] = [
  ...`|a b|${'x'.repeat(200)}|<script>|caf\xe9|../../etc|1' or '1'='1|\t`
    .split('|')
    .map((id) => header('request id', [], ['X-Request-Id', id])),
  header('two request ids', [], ['X-Request-Id', 'a', 'b']),
  header('line breaks', [400], ['X-Request-Id', 'a\rSet-Cookie: x=1']),
  header('line breaks', [], ['X-Request-Id', 'a\r\nX-Other: 1']),
  header('folded line', [400], ['X-Request-Id', 'a\r\n folded']),
  header('NUL', [400], ['X-Other', 'a\0b']),
  header('control character', [400], ['X-Other', 'a\x01b']),
  header('no name', [400], ['', 'x']),
  header('space in the name', [400], ['X Other', 'x']),
  header('too large', [431], ['X-Other', 'x'.repeat(20_000)]),
  header('too many', [431], ['X-Other', ...Array.from({ length: 3000 }, () => 'x')]),
  header('many', [], ['X-Other', ...Array.from({ length: 200 }, () => 'x')]),
  header('no host', [400], ['Host']),
  header('two hosts', [], ['Host', 'a', 'b']),
  header('odd host', [], ['Host', '<script>:99999']),
  header('expects 100', [], ['Expect', '100-continue']),
  header('expects the unknown', [417], ['Expect', 'a miracle']),
  header('upgrade', [], ['Upgrade', 'websocket']),
  header('connection', [], ['Connection', 'close']),
  header('connection', [], ['Connection', 'Upgrade, HTTP2-Settings']),
  header('accepts no JSON', [], ['Accept', 'text/html']),
  header('accepts no language', [], ['Accept-Language', 'x'.repeat(500)]),
  header('override', [], ['X-HTTP-Method-Override', 'DELETE']),
  header('conditional', [], ['If-None-Match', '*']),
  header('range', [], ['Range', 'bytes=0-1']),
]

const methodFaults = ({ methods }: Operation): readonly Fault[] => {
  const method = (name: string, kind: string, refused: readonly number[]): Fault => ({
    kind: `method: ${kind}`,
    place: 'target',
    refused,
    spoil: (draft) => ({ ...draft, method: name }),
  })
  const others = 'GET|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|PROPFIND|M-SEARCH|PURGE|QUERY'.split('|')
  const head = methods.includes('GET') ? [] : [method('HEAD', 'HEAD', [405])]
  return [
    ...others.filter((name) => !methods.includes(name)).map((name) => method(name, 'another', [405])),
    ...['FOO', 'get', 'GE T', 'GET\0', 'POSTPOST', ''].map((name) => method(name, 'unknown', [400])),
    method('CONNECT', 'CONNECT', [400, 404, 405]),
    ...head,
  ]
}

const headOnly = ({ method }: Operation): readonly Fault[] =>
  method === 'GET'
    ? [{ kind: 'method: HEAD', place: 'target', refused: [], spoil: (draft) => ({ ...draft, method: 'HEAD' }) }]
    : []

const target = (kind: string, refused: readonly number[], path: (draft: Draft) => string): Fault => ({
  kind: `target: ${kind}`,
  place: 'target',
  refused,
  spoil: (draft) => ({ ...draft, path: path(draft) }),
})

const targets = ({ key }: Operation): readonly Fault[] => [
  target('slash after', [400, 404, 405], ({ path }) => `${path}/`),
  target('slash before', [400, 404], ({ path }) => `/${path}`),
  target('upper case', [400, 404], () => '/V1/MEMORIES/LIST'),
  target('more', [404], ({ path }) => `${path}/nowhere/at/all`),
  target('dots', [400, 404], ({ path }) => `${path}/../../x`),
  target('encoded slash', [400, 404, 405], ({ path }) => path.replace(/\/(?=[^/]*$)/, '%2f')),
  ...['%', '%zz', '%ff', '%00', '%ed%a0%80', '%c0%ae%c0%ae'].map((text) =>
    target('percent-encoding', [400, 404], ({ path }) => `${path}${text}`),
  ),
  ...`nowhere|__proto__|constructor/prototype|v1/toString|v1/memories/__proto__/audit|v1|v2/memories/list|.env|wp-login.php|${'x'.repeat(3000)}`
    .split('|')
    .map((path) => target('unknown', [400, 401, 404, 405], () => `/${path}`)),
  target('asterisk', [400, 404, 405], () => '*'),
  target('no slash', [400, 404], () => 'v1/memories/list'),
  target('empty', [400], () => ''),
  target('too long', [431], ({ path }) => `${path}?${'x'.repeat(20_000)}`),
  target('space', [400], ({ path }) => `${path} x`),
  target('raw bytes', [400, 404], ({ path }) => `${path}\xff\xfe`),
  target('with the host', [], ({ path }) => `http://localhost${path}`),
  ...(key === 'none' ? [] : [target('with a fragment', [200, 400, 404], ({ path }) => `${path}#x`)]),
]

const query = (kind: string, ...pairs: readonly string[]): Fault => ({
  kind: `query: ${kind}`,
  place: `query ${kind}`,
  refused: [],
  spoil: (draft) => ({ ...draft, query: [...draft.query, ...pairs] }),
})

/** A deletion refuses what it does not know. */
const oddQueries = ({ method }: Operation): readonly Fault[] =>
  ODD_QUERIES.map((fault) => (method.toUpperCase() === 'DELETE' ? { ...fault, refused: [400] } : fault))

const ODD_QUERIES: readonly Fault[] = [
  query('unknown', 'a=1', 'b', '=c', '&&', 'd==e'),
  query('unknown', '__proto__=x', 'constructor[prototype][a]=1', 'toString=1', '__proto__[limit]=5'),
  query('unknown and malformed', 'a=%zz', '%ff=1', '%=%'),
  query('long', `a=${'x'.repeat(8000)}`),
  query('many', ...Array.from({ length: 2000 }, (_, i) => `${i}=`)),
]

const versions: readonly Fault[] = [
  ['HTTP/1.0', []] as const,
  ['HTTP/2.0', [200, 400, 505]] as const,
  ['HTTP/0.9', [200, 400, 505]] as const,
  ['HTTP/1.1 x', [400]] as const,
  ['', [400]] as const,
  ['http/1.1', [400]] as const,
].map(([version, refused]) => ({
  kind: 'version',
  place: 'version',
  refused,
  spoil: (draft: Draft) => ({ ...draft, version }),
}))

/** What is wrong, or odd, before the body. */
export const headFaults = (operation: Operation): readonly (readonly Fault[])[] => [
  authFaults(operation),
  positionFaults(operation),
  onceFaults(operation),
  oddHeaders,
  [...methodFaults(operation), ...headOnly(operation)],
  targets(operation),
  oddQueries(operation),
  versions,
]
