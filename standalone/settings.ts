import { resolve } from 'node:path'
import { WrongSettings } from '@recado/infra/wrong-settings'

/** The settings of the embedded default, all of them optional. */
export type Settings = {
  /** Where all data is kept: `RECADO_DATA_DIR`, else `.recado` in the current folder. */
  dataDir: string
  /** The address to listen on: `HOST`, `PORT`. A port that is taken is replaced by a free one. */
  host: string
  port: number
  /** The host to reach it from this machine, as part of a URL. */
  reachedAt: string
  /** `RECADO_PLAIN=1`: the simulators only answer. */
  plain: boolean
  /** `RECADO_STORE=cluster`: the embedded event store is three nodes, one of which leads. */
  cluster: boolean
  eventStoreUrl: string | undefined
  databaseUrl: string | undefined
  vaultUrl: string | undefined
  natsUrl: string | undefined
  /** `NATS_SERVER`: the program to run, when it is not on the PATH. */
  natsServer: string | undefined
}

/** Reads the settings; an empty variable counts as unset. @throws WrongSettings */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = (name: string) => env[name] || undefined
  const port = Number(given('PORT') ?? 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new WrongSettings('PORT must be a whole number from 0 to 65535; 0 takes any free port')
  }
  const host = given('HOST') ?? '127.0.0.1'
  return {
    dataDir: resolve(given('RECADO_DATA_DIR') ?? '.recado'),
    host,
    port,
    reachedAt: reachedAt(host),
    plain: given('RECADO_PLAIN') === '1',
    cluster: given('RECADO_STORE') === 'cluster',
    eventStoreUrl: given('EVENTSTORE_URL'),
    databaseUrl: given('DATABASE_URL'),
    vaultUrl: given('VAULT_URL'),
    natsUrl: given('NATS_URL'),
    natsServer: given('NATS_SERVER'),
  }
}

/** A server that listens on every address is reached by loopback, any other by its own address. */
function reachedAt(host: string): string {
  if (['0.0.0.0', '::'].includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
