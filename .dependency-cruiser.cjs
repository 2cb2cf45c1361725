/** The arrows of the architecture, enforced. */
const layer = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
})
module.exports = {
  forbidden: [
    layer(
      'domain-is-pure',
      '^src/domain',
      '^(src/(?!domain)|projections|node_modules/(?!zod))',
      'domain imports only itself (and zod)',
    ),
    layer(
      'projections-are-pure',
      '^projections',
      '^src/(?!domain|projector/projection)',
      'a projection sees events and the change verbs, nothing else',
    ),
    layer(
      'reads-do-not-write',
      '^src/queries',
      '^src/(commands|event-store|projector)',
      'the read side never reaches the write side',
    ),
    layer(
      'writes-do-not-read',
      '^src/commands',
      '^src/(queries|postgres|http)',
      'the write side is handed what it needs',
    ),
    layer('nobody-imports-an-edge', '^src/(?!http|cli|main|app)', '^src/(http|cli)', 'edges depend inward'),
    layer(
      'only-the-root-knows-adapters',
      '^src/(?!main|app|cli|event-store)',
      '^src/event-store/(?!event-store|codec)',
      'adapters are wired in the composition root',
    ),
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
}
