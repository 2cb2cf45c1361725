import { build } from 'esbuild'

/** Packages that read files of their own, start workers, or are loaded only where somebody wants them. */
const LEFT_OUT = [
  ...['@electric-sql/*', '@eventstore/*', 'pg-native', 'swagger-ui-dist'],
  ...['pino', 'pino-http', 'pino-pretty', 'eld', 'eld/*'],
]

/** CommonJS packages ask for Node's own modules by `require`. */
const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);`

/**
 * Programs as few modules, packages included: hundreds of files take Node a second to find and to read. What is imported
 * later stays a module of its own. Types are not checked.
 * @param {{ entryPoints: readonly string[], outdir: string }} programs paths below the current directory
 * @returns the files, not yet written. @throws esbuild's error, with `errors`, after it has printed them
 */
export const bundle = async ({ entryPoints, outdir }) => {
  const { outputFiles } = await build({
    ...{ entryPoints: [...entryPoints], outdir, outbase: '.', chunkNames: 'chunks/[name]-[hash]' },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20', sourcemap: true },
    ...{ external: LEFT_OUT, banner: { js: REQUIRE }, write: false },
  })
  return outputFiles
}
