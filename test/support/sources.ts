import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

const under = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${root}/${file}`)
const read = (files: readonly string[]) => files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
export const product = read(['src', 'projections'].flatMap(under))
export const tests = read(under('test'))

export const lines = (text: string): number => text.trimEnd().split('\n').length
export const matching = (pattern: RegExp, where: RegExp): string[] =>
  product.filter(({ file, text }) => where.test(file) && pattern.test(text)).map(({ file }) => file)

type Spot = { readonly file: string; readonly node: ts.Node; readonly source: ts.SourceFile }
const spots = (files: readonly { file: string; text: string }[]): Spot[] =>
  files.flatMap(({ file, text }) => {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
    const all: Spot[] = []
    const visit = (node: ts.Node) => {
      all.push({ file, node, source })
      ts.forEachChild(node, visit)
    }
    visit(source)
    return all
  })
export const nodes = spots(product)
const lineOf = ({ node, source }: Spot): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
export const place = (spot: Spot): string => `${spot.file}:${lineOf(spot)}`
