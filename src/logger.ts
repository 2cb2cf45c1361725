import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino'
import { build as prettyStream } from 'pino-pretty'
import type { Config } from './config.js'

export type { Logger }

const STDERR = 2

/** What no log may hold, wherever it stands in a request, its headers, an error or a configuration. */
const secrets = ['authorization', 'apiKey', 'databaseUrl', 'cookie', '["idempotency-key"]']
