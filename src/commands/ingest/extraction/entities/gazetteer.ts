import type { EntityType } from '../fact.js'

/** Names that occur everywhere, by type; an underscore stands for a space. Small on purpose: form and neighbours tell the rest. */
const NAMES: readonly (readonly [EntityType, string])[] = [
  [
    'person',
    'ana anna anne alice amy andrea andrew alex alexander adam ali amir aisha ben benjamin bob brian bruno carl carla carlos caroline charles charlie chloe chris christian christine clara claire daniel david diana diego elena elena elias elizabeth ella emily emma eric erik eva fatima felix fiona frank george grace hannah hans helen henry ian ines ingrid isabel ivan jack jacob james jan jane jason jean jennifer jessica joan joe john jonas jose joseph juan julia julian karen karl kate katherine kevin klaus lara laura lena leo linda lisa lucas lucia luis lukas maria marie mark marta martin mary matteo matthew max maya melanie mia michael miguel mike mohammed nadia nick nicole nina noah nora oliver olivia omar pablo patrick paul paula pedro peter petra philip rachel rebecca richard robert rosa ryan sam samuel sandra sara sarah sofia sophie stefan stephen steve susan teresa thomas tim tom tomas victor vera wei william yuki yusuf zoe',
  ],
  [
    'place',
    'amsterdam athens austria australia bangkok barcelona beijing belgium berlin boston brazil brussels budapest cairo california canada chicago chile china cologne colombia copenhagen denmark dubai dublin edinburgh egypt england europe finland florence florida france frankfurt geneva germany greece hamburg helsinki hong_kong hungary iceland india indonesia ireland istanbul italy japan kenya kyoto lagos lisbon london los_angeles madrid melbourne mexico miami milan montreal morocco moscow mumbai munich nairobi netherlands new_york new_zealand nigeria norway osaka oslo paris peru philadelphia poland porto portugal prague rome romania russia san_francisco santiago scotland seattle seoul shanghai singapore spain stockholm sweden switzerland sydney taipei tel_aviv texas thailand tokyo toronto turkey ukraine united_kingdom united_states usa uk valencia vancouver venice vienna vietnam wales warsaw washington zurich',
  ],
  [
    'tool',
    'android angular ansible bash chrome claude chatgpt css cursor django docker elasticsearch eslint excel express fastapi figma firefox flask git github gitlab golang grafana graphql html ios java javascript jenkins jest jira jupyter kafka kotlin kubernetes laravel linux macos mongodb mysql neovim next.js nginx node node.js notion npm numpy pandas pgvector photoshop php pnpm postgres postgresql powershell prometheus python pytorch rabbitmq rails react redis ruby rust sqlite svelte swift tailwind tensorflow terraform trello typescript ubuntu vim vite vitest vscode vs_code vue webpack windows wordpress zoom slack discord telegram whatsapp',
  ],
  [
    'organization',
    'adobe airbnb amazon anthropic apple bbc bmw facebook google ibm ikea intel lego linkedin meta microsoft nasa netflix nike nvidia openai oracle paypal reddit samsung siemens sony spotify stripe tesla toyota twitter uber unesco unicef volkswagen walmart youtube',
  ],
  ['event', 'christmas easter halloween thanksgiving hanukkah ramadan diwali olympics world_cup'],
]

export const GAZETTEER: ReadonlyMap<string, EntityType> = new Map(
  NAMES.flatMap(([type, names]) => names.split(' ').map((name) => [name.replaceAll('_', ' '), type] as const)),
)

/** Tools that people write in lower case; none of them is an English word. */
export const LOWER_TOOLS =
  /(?<![\w.-])(?:postgres|postgresql|mysql|sqlite|mongodb|redis|docker|kubernetes|k8s|terraform|nginx|kafka|graphql|typescript|javascript|python|golang|npm|pnpm|eslint|vitest|pytest|numpy|pandas|pytorch|tensorflow|fastapi|django|github|gitlab|neovim|vscode|linux|macos|ubuntu|pgvector|node\.js|next\.js)(?![\w-])/g
