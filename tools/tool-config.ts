import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '@recado/infra/config'
import { UsageError } from './run-tool.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A required setting, though no tool uses NATS. */
const UNUSED = { NATS_URL: 'nats://127.0.0.1:4222' }

/**
 * The settings of the processes. Missing ones are those of the `npm start` that runs in `RECADO_DATA_DIR` or
 * `.recado`.
 */
export async function toolConfig(environment: Environment): Promise<Config> {
  const given = Object.entries(environment).filter(([, value]) => value)
  const dataDir = resolve(environment.RECADO_DATA_DIR || '.recado')
  const embedded = await embeddedSettings(dataDir)
  try {
    return readConfig({ ...UNUSED, ...embedded, ...Object.fromEntries(given) })
  } catch (error) {
    const nothing = `nothing runs in ${dataDir}; start it there with npm start, or set the addresses of your servers`
    throw new UsageError(embedded === null ? `${nothing}: ${messageOf(error)}` : messageOf(error))
  }
}

type Demo = { readonly servers: { eventstore: string; postgres: string; vault?: string } }
type Secrets = { readonly vault_key: string; app_secret: string; waha_hmac_key: string }

/** What `npm start` writes while it runs. */
async function embeddedSettings(dataDir: string): Promise<Environment | null> {
  const demo = await readJson<Demo>(join(dataDir, 'demo.json'))
  const secrets = await readJson<Secrets>(join(dataDir, 'secrets.json'))
  if (demo === null || secrets === null) return null
  return {
    EVENTSTORE_URL: demo.servers.eventstore,
    DATABASE_URL: demo.servers.postgres,
    VAULT_URL: demo.servers.vault,
    VAULT_KEY: secrets.vault_key,
    WHATSAPP_APP_SECRET: secrets.app_secret,
    WAHA_HMAC_KEY: secrets.waha_hmac_key,
  }
}

async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
