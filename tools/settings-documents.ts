/**
 * What the schema and the texts of the settings say, as documents: `docs/settings.md` and `.env.example`.
 * `npm run docs` writes both; test/docs.test.ts compares them with what it would write.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Environment, type Setting, settings } from '../src/config/environment.js'

/** No setting takes this value: what the schema says about it is what a value must be. */
const FITS_NOTHING = '\n\0'

/** What a value must be, in the words of the message that refuses another. */
const allowed = ({ name }: Setting): string => {
  const { error } = Environment.shape[name].safeParse(FITS_NOTHING)
  return (error?.issues[0]?.message ?? '').replace(/^must be /, '')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

const row = (setting: Setting): string => {
  const { name, byDefault, description, option, secret } = setting
  const notes = [...(option === undefined ? [] : [`Option \`${option}\`.`]), ...(secret ? ['Secret.'] : [])]
  const cells = [`\`${name}\``, byDefault && `\`${byDefault}\``, allowed(setting), [description, ...notes].join(' ')]
  return `| ${cells.map(cell).join(' | ')} |`
}

const settingsPage =
  (): string => `<!-- Made by \`npm run docs\` from src/config/environment.ts and settings.json beside it. Changes belong there. -->

# Settings

[← README](../README.md)

Settings come from the environment, or from a file \`.env\` in the working directory; [\`.env.example\`](../.env.example)
is a template of one. The environment comes before the file, and an option of the command line comes before both. An
empty value counts as unset. Settings are read once, at the start. A value that is not allowed ends the start with exit
code 2 and a message that names every wrong setting at once; it repeats no value of a secret setting.

| Setting | Default | Allowed | Meaning |
|---|---|---|---|
${settings.map(row).join('\n')}

Which settings belong together is explained in [stores](stores.md) (\`DATABASE_URL\`, \`EVENTSTORE_URL\`),
[the change of the embedding model](reembed.md) (\`NEXT_EMBEDDING_*\`) and [search](search.md)
(\`SIMILARITY_THRESHOLD\`).
`

const exampleOf = ({ name, description, byDefault, example }: Setting): string =>
  `# ${description.replaceAll('`', '')}\n#${name}=${byDefault || example}\n`

const exampleFile =
  (): string => `# Settings of palimpsest. Copy this file to .env, take the # away from what you change.
# What the environment says comes before this file; an empty value counts as unset.
# Made by npm run docs; docs/settings.md also says which values are allowed.

${settings.map(exampleOf).join('\n')}`

/** Every generated document: its path in the repository, and its text. */
export const settingsDocuments = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/settings.md', settingsPage()],
    ['.env.example', exampleFile()],
  ])

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [file, text] of settingsDocuments()) writeFileSync(file, text)
