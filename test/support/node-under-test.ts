import { delimiter, dirname } from 'node:path'

/** The Node that runs the processes which tests start: that of PALIMPSEST_TEST_NODE, else the one of the tests. */
export const nodeUnderTest = process.env.PALIMPSEST_TEST_NODE || process.execPath
export const isOtherNode = nodeUnderTest !== process.execPath

/**
 * For services that live for seconds: translating the database's WebAssembly into its fastest form takes longer than they
 * run.
 */
export const quickStart = ['--liftoff-only']

/** PATH for those processes, on which `node` is the same Node. */
export const pathUnderTest = [dirname(nodeUnderTest), process.env.PATH ?? ''].join(delimiter)

/** What Node itself has warned of, among the lines that a process has written. */
export const nodeWarnings = (written: string): readonly string[] => written.match(/^\(node:\d+\) .*/gm) ?? []
