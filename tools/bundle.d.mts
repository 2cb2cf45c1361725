import type { OutputFile } from 'esbuild'

export declare const bundle: (programs: {
  readonly entryPoints: readonly string[]
  readonly outdir: string
}) => Promise<readonly OutputFile[]>
