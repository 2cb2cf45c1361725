import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { configFrom } from '../../src/config/config.js'

const text = readFileSync('docker-compose.yml', 'utf8')
const variables = z.record(z.string(), z.union([z.string(), z.number()]).transform(String))
const Service = z.strictObject({
  image: z.string().optional(),
  build: z.string().optional(),
  restart: z.literal('unless-stopped'),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
  environment: variables,
  shm_size: z.string().optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.int(),
    })
    .optional(),
  ports: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
})
const Compose = z.strictObject({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) })

/** As `docker compose` fills them in; what is marked as needed is given. */
const filled = (value: string): string => value.replace(/\$\{(\w+)(:[-?][^}]*)?\}/g, (_, name) => given[name] ?? '')
const given: Readonly<Record<string, string>> = { POSTGRES_PASSWORD: 'a1b2c3', CORE_API_KEY: 'k'.repeat(32) }

describe('docker-compose.yml', () => {
  const { services, volumes } = Compose.parse(parse(text))

  test('starts the service when both servers are healthy', () => {
    expect(Object.keys(services.palimpsest?.depends_on ?? {}).sort()).toEqual(['eventstore', 'postgres'])
    for (const name of ['eventstore', 'postgres']) expect(services[name]?.healthcheck).toBeDefined()
  })

  test('keeps data in volumes that it declares', () => {
    const named = Object.values(services).flatMap((service) => service.volumes ?? [])
    expect(named.map((volume) => volume.split(':')[0]).sort()).toEqual(Object.keys(volumes).sort())
    expect(named).toContain('postgres-data:/var/lib/postgresql/data')
  })

  test('takes the event store in a version that palimpsest was tried on', () =>
    expect(services.eventstore?.image).toBe('eventstore/eventstore:23.10.8-bookworm-slim'))

  test('gives the service settings that it takes, and no secret of its own', () => {
    const environment = Object.entries(services.palimpsest?.environment ?? {})
    const config = configFrom(Object.fromEntries(environment.map(([name, value]) => [name, filled(value)])))
    expect(config.databaseUrl).toBe('postgres://palimpsest:a1b2c3@postgres:5432/palimpsest')
    expect(config.keys.development).toBe(false)
    expect(text).not.toMatch(/(PASSWORD|API_KEY): (?!\$\{)/)
  })

  test('opens the service to its own machine only, and the servers to nobody', () => {
    expect(services.palimpsest?.ports).toEqual(['127.0.0.1:3050:3050'])
    for (const name of ['eventstore', 'postgres']) expect(services[name]?.ports).toBeUndefined()
  })
})
