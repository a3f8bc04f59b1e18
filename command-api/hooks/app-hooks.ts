import type { Registry } from '@recado/application/registry/registry'
import type { AppHook } from '@recado/infra/providers/hook'
import type { RawBody } from '@recado/infra/providers/signed-body'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { HookSecrets } from './hook-secrets.ts'
import { shareReads } from './read-secrets.ts'

export type SignedBody = { readonly body: RawBody; readonly signature: string }

/** Whether a POST is authorised to report about a connection. */
export type SpeaksFor = (connection: ConnectionEntry) => boolean

/** The app that signed a POST. */
export type Signer = {
  readonly speaksFor: SpeaksFor
  /** The address of its secret. */
  readonly hook: string
  /** Whether it is the app that the installation is configured with, which may report for every tenant. */
  readonly isOwn: boolean
  /** The account that registered it; null for the installation's own and for one of several accounts. */
  readonly account_id: string | null
}

/** The addresses that Meta's apps post to. Each address identifies its secret, so a forged POST costs few hashes. */
export type AppHooks = {
  /**
   * Whether the address belongs to an app; also true while the vault is unreachable.
   * @param hook the last part of the address; null for the address without one
   */
  isKnown(hook: string | null): Promise<boolean>
  /**
   * The app that signed a POST. It may report about the connections that are registered with its secret.
   * @returns `unreachable` when a secret that might fit cannot be read now
   */
  identifySigner(hook: string | null, post: SignedBody): Promise<Signer | 'forged' | 'unreachable'>
}

export type AppHooksDeps = {
  readonly registry: Pick<Registry, 'connectionsOfHook'>
  readonly hook: Pick<AppHook, 'isSigned'>
  readonly secrets: HookSecrets
  /** The last part of a secret's address; rejects while the vault does not answer. */
  readonly nameOf: (secret: string) => Promise<string>
  /** The secret of the address without a last part. */
  readonly ownSecret: string | null
}

/** How many secrets are tried at one address: its own, and those that replaced it. */
const MAX_SECRETS = 8

/** Opens the addresses of apps. They work without Postgres, and without the vault once the secrets are read. */
export function appHooks(deps: AppHooksDeps): AppHooks {
  const { registry, hook: sender, secrets, ownSecret } = deps
  const idOf = openIdCache(deps.nameOf)
  const readSecrets = shareReads(secrets)

  /** Connections registered before facts named their hooks, found by their secrets. */
  async function findOlderConnections(hook: string) {
    const all = registry.connectionsOfHook(null)
    const { known, unreachable } = await readSecrets(null, all)
    const connections: ConnectionEntry[] = []
    let unnamed = false
    for (const connection of all) {
      const ids = await Promise.all((known.get(connection.id) ?? []).map(idOf))
      unnamed ||= ids.includes(null)
      if (ids.includes(hook)) connections.push(connection)
    }
    return { connections, unreachable: unreachable || unnamed }
  }

  return {
    async isKnown(hook) {
      if (hook === null) return ownSecret !== null
      if (registry.connectionsOfHook(hook).length > 0) return true
      const { connections, unreachable } = await findOlderConnections(hook)
      if (unreachable || connections.length > 0) return true
      const own = ownSecret === null ? undefined : await idOf(ownSecret)
      return own === null || own === hook
    },
    async identifySigner(named, { body, signature }) {
      const own = ownSecret === null ? null : { id: await idOf(ownSecret), secret: ownSecret }
      const hook = named ?? own?.id ?? null
      if (hook === null) return 'unreachable'
      const older = await findOlderConnections(hook)
      const connections = [...registry.connectionsOfHook(hook), ...older.connections]
      const { known, unreachable } = await readSecrets(hook, currentFirst(connections, hook))
      const tried = new Set(own?.id === hook ? [own.secret] : [])
      for (const texts of known.values())
        for (const secret of texts) if (tried.size < MAX_SECRETS) tried.add(secret)
      const signer = [...tried].find((secret) => sender.isSigned(secret, body, signature))
      const unsure = unreachable || older.unreachable || own?.id === null
      if (signer === undefined) return unsure ? 'unreachable' : 'forged'
      if (unreachable) return 'unreachable'
      // By id: a fact that arrives meanwhile may replace a connection's entry in the registry, or add one.
      const speaksFor = (connection: ConnectionEntry) =>
        (secrets.remembered(connection) ?? known.get(connection.id))?.includes(signer) ?? false
      const isOwn = signer === ownSecret
      const account_id = isOwn ? null : onlyAccountOf(connections.filter(speaksFor))
      return { speaksFor, hook, isOwn, account_id }
    },
  }
}

function onlyAccountOf(connections: readonly ConnectionEntry[]): string | null {
  const [first, ...others] = new Set(connections.map(({ account_id }) => account_id))
  return others.length === 0 ? (first ?? null) : null
}

/** Puts connections whose current secret has this address before those that have replaced it. */
function currentFirst(connections: readonly ConnectionEntry[], hook: string) {
  const isCurrent = ({ hooks }: ConnectionEntry) => hooks[0] === hook
  if (connections.every(isCurrent)) return connections
  return [...connections.filter(isCurrent), ...connections.filter((one) => !isCurrent(one))]
}

/** Caches the last part of each secret's address; null while the vault does not answer. */
function openIdCache(nameOf: AppHooksDeps['nameOf']) {
  const ids = new Map<string, Promise<string | null>>()
  return (secret: string): Promise<string | null> => {
    const known = ids.get(secret)
    if (known !== undefined) return known
    const reading = nameOf(secret).catch(() => {
      ids.delete(secret)
      return null
    })
    ids.set(secret, reading)
    return reading
  }
}
