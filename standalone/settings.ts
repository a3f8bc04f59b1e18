import { resolve } from 'node:path'

/** What a person can say about the embedded default, all of it optional. */
export type Settings = {
  /** Where everything is kept: `RECADO_DATA_DIR`, else `.recado` in the current folder. */
  dataDir: string
  /** Where the one address listens: `HOST`, `PORT`. A taken port is replaced by a free one. */
  host: string
  port: number
  /** What listens there as the host of a URL on this machine. */
  reachedAt: string
  /** `RECADO_PLAIN=1`: the simulators only answer. */
  plain: boolean
  /** `RECADO_STORE=cluster`: the embedded event store is three nodes, one of which leads. */
  cluster: boolean
  /** Servers of one's own instead of the embedded ones. */
  eventStoreUrl: string | undefined
  databaseUrl: string | undefined
  vaultUrl: string | undefined
  natsUrl: string | undefined
  /** `NATS_SERVER`: the program to run, when it is not on the PATH. */
  natsServer: string | undefined
}

/** Reads the settings; an empty variable counts as unset. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = (name: string) => env[name] || undefined
  const port = Number(given('PORT') ?? 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('PORT must be a whole number from 0 to 65535; 0 takes any free port')
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

/** Who listens on every address is reached by loopback, who listens on one by that one alone. */
function reachedAt(host: string): string {
  if (['0.0.0.0', '::'].includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
