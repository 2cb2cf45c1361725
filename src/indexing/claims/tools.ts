/**
 * Tools of those who make software, by what they are for: what it is called as an attribute, the nouns for it, and the tools. Of
 * each a project has one, most often. Names that are ordinary words, too, are left out where nothing else tells what is meant.
 */
const TABLE = `
trait:package manager | package manager, package management, packages, dependencies, paketmanager, paketverwaltung | npm, pnpm, yarn, bun, pip, pipenv, poetry, uv, conda, mamba, cargo, composer, nuget, homebrew
trait:formatter | formatter, code formatter, formatting, formatierer | prettier, biome, black, yapf, autopep8, gofmt, rustfmt, clang-format, dprint, ruff
trait:linter | linter, lint tool, linting | eslint, tslint, biome, oxlint, ruff, flake8, pylint, rubocop, stylelint, golangci-lint, jshint
trait:test framework | test framework, testing framework, test runner, test library, testing library, test tool, tests, unit tests, testing, testframework | jest, vitest, mocha, jasmine, ava, karma, pytest, unittest, junit, testng, rspec, minitest, phpunit, nunit, xunit
trait:end-to-end test framework | e2e framework, e2e tool, e2e runner, end-to-end framework, end-to-end test framework, browser test framework | cypress, playwright, selenium, puppeteer, testcafe, webdriverio
trait:build tool | build tool, bundler, build system, module bundler, bundling, builds, build-tool | webpack, vite, rollup, parcel, esbuild, turbopack, rspack, gulp, grunt, maven, gradle, bazel, cmake, turborepo
trait:ci system | ci, ci system, ci server, ci tool, ci provider, build server, ci/cd, ci/cd system, pipeline tool, ci-system | jenkins, github actions, gitlab ci, circleci, circle ci, travis, travis ci, buildkite, teamcity, bamboo, azure pipelines, azure devops, concourse, bitbucket pipelines, appveyor
trait:database | database, db, database engine, database system, data store, datenbank | postgres, mysql, mariadb, sqlite, mongodb, cockroachdb, cassandra, dynamodb, couchdb, firestore, sql server, neo4j, clickhouse, supabase, planetscale, duckdb
trait:cache backend | cache, cache backend, caching layer, caching | redis, memcached, valkey
trait:message broker | message broker, message queue, event bus, broker | kafka, rabbitmq, nats, pulsar, activemq, redpanda, sqs
provider:cloud | cloud, cloud provider, hosting provider, hosting, hoster, host, cloud-anbieter | aws, gcp, azure, hetzner, digitalocean, digital ocean, heroku, vercel, netlify, fly.io, linode, ovh, scaleway, cloudflare, oracle cloud
trait:editor | editor, code editor, ide, text editor, coding | vs code, vim, neovim, emacs, intellij, pycharm, webstorm, goland, sublime text, zed, helix, xcode, android studio, notepad++, jetbrains
trait:frontend framework | frontend framework, front-end framework, ui framework, ui library, framework, javascript framework, js framework | react, preact, vue, angular, svelte, sveltekit, solidjs, next.js, nuxt, remix, astro, ember, qwik, gatsby
trait:web framework | web framework, backend framework, back-end framework, framework, server framework | express, fastify, nestjs, hono, koa, django, flask, fastapi, rails, laravel, symfony, spring boot, phoenix
trait:orm | orm, query builder | prisma, drizzle, typeorm, sequelize, knex, mikroorm, sqlalchemy, hibernate
trait:shell | shell | bash, zsh, fish, nushell, powershell
trait:terminal | terminal, terminal emulator | iterm2, wezterm, kitty, ghostty, alacritty
trait:css framework | css framework, styling library | tailwind, bootstrap, bulma, styled-components
trait:state library | state library, state management, state management library, store library | redux, zustand, mobx, recoil, jotai, pinia, vuex
trait:monitoring system | monitoring, monitoring system, monitoring tool, observability platform, monitoring-system | datadog, grafana, prometheus, new relic, nagios, zabbix, dynatrace
trait:issue tracker | issue tracker, ticket system, ticketing system, project management tool, task tracker, tickets, issues, ticketsystem | jira, linear, trello, asana, youtrack, clickup, redmine, bugzilla
trait:chat tool | chat tool, chat app, messenger, team chat, chat | slack, teams, discord, mattermost, zulip
trait:password manager | password manager, passwords, passwortmanager | 1password, bitwarden, lastpass, keepass, dashlane
trait:container runtime | container runtime, container engine, container tool | docker, podman, containerd
trait:infrastructure tool | infrastructure tool, iac tool, infrastructure as code tool, provisioning tool | terraform, pulumi, opentofu, cloudformation
trait:webserver | web server, webserver, reverse proxy, proxy | nginx, apache, caddy, traefik, haproxy
trait:version control system | version control, version control system, vcs, versionsverwaltung | git, mercurial, svn, perforce
trait:code host | code host, code hosting, git host, git hosting | github, gitlab, bitbucket, gitea, codeberg
trait:notes app | notes app, note-taking app, note app, notes tool, wiki | notion, obsidian, evernote, onenote, logseq, confluence
trait:search engine | search engine, search backend | elasticsearch, opensearch, solr, meilisearch, typesense, algolia
trait:auth provider | auth provider, identity provider, login provider, auth service | auth0, clerk, okta, keycloak, cognito
trait:payment provider | payment provider, payment processor | stripe, paypal, adyen, braintree, mollie
firm:default browser | browser, web browser, default browser | firefox, chrome, safari, brave, vivaldi
`

/** Other names of the same. */
const SAME: Readonly<Record<string, string>> = {
  ...{
    postgresql: 'postgres',
    pg: 'postgres',
    mongo: 'mongodb',
    vscode: 'vs code',
    'visual studio code': 'vs code',
    nvim: 'neovim',
  },
  ...{
    'vue.js': 'vue',
    vuejs: 'vue',
    'react.js': 'react',
    nextjs: 'next.js',
    'solid.js': 'solidjs',
    'tailwind css': 'tailwind',
  },
  ...{
    'amazon web services': 'aws',
    'google cloud': 'gcp',
    'google cloud platform': 'gcp',
    'microsoft azure': 'azure',
  },
  ...{
    'circle ci': 'circleci',
    'travis ci': 'travis',
    'ruby on rails': 'rails',
    'intellij idea': 'intellij',
    subversion: 'svn',
  },
  ...{
    'microsoft teams': 'teams',
    'ms teams': 'teams',
    'digital ocean': 'digitalocean',
    'ms sql server': 'sql server',
    brew: 'homebrew',
  },
}

const list = (text = ''): readonly string[] => text.split(',').map((each) => each.trim())

/** What tools of a kind are for. */
export type ToolKind = {
  readonly attribute: string
  readonly nouns: readonly string[]
  readonly names: readonly string[]
}

const TOOL_KINDS: readonly ToolKind[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [attribute = '', nouns, names] = line.split('|').map((part) => part.trim())
    return { attribute, nouns: list(nouns), names: list(names) }
  })

const KINDS_OF: ReadonlyMap<string, readonly ToolKind[]> = new Map(
  [...new Set(TOOL_KINDS.flatMap(({ names }) => names))].map((name) => [
    name,
    TOOL_KINDS.filter(({ names }) => names.includes(name)),
  ]),
)

/** The one name of a tool that has several. */
export const toolName = (name: string): string => SAME[name] ?? name

/** What a tool (in lower case) is for; nothing where it is none that is known. */
export const toolKindsOf = (name: string): readonly ToolKind[] => KINDS_OF.get(toolName(name)) ?? []

const ATTRIBUTES: ReadonlySet<string> = new Set(TOOL_KINDS.map(({ attribute }) => attribute))

/** Whose a tool is, where a subject names what it is for: "our database" is that of who says so; null for another subject. */
export const ownerOfTool = (attribute: string, subject: string): string | null => {
  if (subject === 'the') return ''
  const kind = TOOL_KINDS.find((each) => each.attribute === attribute)
  const [, noun = '', owner] = /^(.+) of (.+)$/u.exec(subject) ?? []
  if (owner === undefined || kind?.nouns.includes(noun) !== true) return null
  return owner === 'user' ? '' : owner
}

/** Whether the values of an attribute are tools. */
export const isOfTools = (attribute: string): boolean => ATTRIBUTES.has(attribute)
