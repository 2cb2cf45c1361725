import { readFileSync, rmSync, statSync } from 'node:fs'
import { execSync, spawn } from 'node:child_process'
import { corpus } from './corpus.js'
import { clientOf } from './over-http.js'
const sb = process.argv[2] ?? '', users = Number(process.argv[3] ?? 8), turns = Number(process.argv[4] ?? 400)
const data = `/tmp/probe/d-${process.pid}`, port = 3800 + (process.pid % 100)
const env = { ...process.env, PROBE_SB: sb, PORT: String(port), PALIMPSEST_DATA_DIR: data, LOG_LEVEL: 'error' }
const server = spawn('node', ['/tmp/probe/dist/src/main.js', 'serve'], { env, stdio: 'ignore' })
const http = clientOf(`http://127.0.0.1:${port}`)
const wait = async () => { for (;;) { if ((await http.health().catch(() => 0)) === 200) return; await new Promise((r) => setTimeout(r, 50)) } }
await wait()
const rss = () => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
const cpu = () => { const f = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(' '); return (Number(f[13]) + Number(f[14])) / 100 }
const r0 = rss(), texts = corpus(7), t0 = performance.now(), c0 = cpu()
const one: number[] = []
for (let u = 0; u < users; u++) await http.post('ingest/quick', { user_id: `u${u}`, source_site: 'b', conversation: texts.conversation(turns) })
const t1 = performance.now(), c1 = cpu()
for (let i = 0; i < 100; i++) { const t = performance.now(); await http.post('ingest/quick', { user_id: `u${i % users}`, source_site: 'b', conversation: texts.conversation(3) }); one.push(performance.now() - t) }
const found: number[] = []
for (let i = 0; i < 300; i++) { const q = texts.question(); const t = performance.now(); await http.post('search', { user_id: `u${i % users}`, query: q }); found.push(performance.now() - t) }
const mid = (l: number[], p = 0.5) => l.sort((a, b) => a - b)[Math.floor(l.length * p)]?.toFixed(1)
const c2 = cpu()
const du = execSync(`du -sm ${data}/cluster`).toString().split('\t')[0]
console.log(`sb=${sb || 'default'} idle ${Math.round(Number(r0) / 1024)} MB; bulk ${((t1 - t0) / 1000).toFixed(1)} s cpu ${(c1 - c0).toFixed(1)}; small ingest p50 ${mid(one)} p95 ${mid(one, 0.95)}; search p50 ${mid(found)} p95 ${mid(found, 0.95)} ms; cpu ${(c2 - c1).toFixed(1)}; rss ${Math.round(Number(rss()) / 1024)} MB; cluster ${du} MB`)
server.kill(); await new Promise((r) => server.on('exit', r)); http.close(); rmSync(data, { recursive: true, force: true })
