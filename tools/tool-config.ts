import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { DemoFile } from '@recado/contract/demo-file'
import { type Config, readConfig } from '@recado/infra/config'
import { UsageError } from './run-tool.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A required setting that no tool uses. */
const UNUSED = { NATS_URL: 'nats://127.0.0.1:4222' }

/**
 * The settings of the processes. Missing ones are those of the `npm start` that runs in `RECADO_DATA_DIR` or
 * `.recado`, whose servers must be on this machine: somebody else may have made the folder.
 */
export async function toolConfig(environment: Environment): Promise<Config> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const dataDir = resolve(environment.RECADO_DATA_DIR || '.recado')
  const embedded = await embeddedSettings(dataDir)
  refuseRemote({ ...embedded }, given, dataDir)
  try {
    return readConfig({ ...UNUSED, ...embedded, ...given })
  } catch (error) {
    const nothing = `nothing runs in ${dataDir}; start it there with npm start, or set the addresses of your servers`
    throw new UsageError(embedded === null ? `${nothing}: ${messageOf(error)}` : messageOf(error))
  }
}

type Secrets = { readonly vault_key: string; app_secret: string; waha_hmac_key: string }

/** What `npm start` writes while it runs. */
async function embeddedSettings(dataDir: string): Promise<Environment | null> {
  const demo = await readJson<Pick<DemoFile, 'servers'>>(join(dataDir, 'demo.json'))
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

const ADDRESSES = ['EVENTSTORE_URL', 'DATABASE_URL', 'VAULT_URL']

/** @throws UsageError when only the file in the folder names a server, and the server is not on this machine */
function refuseRemote(embedded: Environment, given: Environment, dataDir: string): void {
  for (const name of ADDRESSES) {
    const url = embedded[name]
    if (url !== undefined && given[name] === undefined && !isOnThisMachine(url))
      throw new UsageError(`${dataDir} names a server that is not on this machine: set ${name}`)
  }
}

/** Whether all hosts of the address of a server are the loopback interface. Parameters may name hosts too. */
function isOnThisMachine(url: string): boolean {
  const [, hosts = '', query = ''] = ADDRESS_PARTS.exec(url) ?? []
  if ([...new URLSearchParams(query).keys()].some((key) => /host/i.test(key))) return false
  return hosts.split(',').every((host) => LOOPBACK.test(host))
}

/** The hosts of an address, which `URL` does not read when there are several, and its parameters. */
const ADDRESS_PARTS = /^[a-z+]+:\/\/(?:[^/?#]*@)?([^/?#@]*)[^?]*\??(.*)$/i
const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})(:\d+)?$/

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
