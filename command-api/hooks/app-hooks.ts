import type { Registry } from '@recado/application/registry/registry'
import type { AppHook } from '@recado/infra/providers/hook'
import type { RawBody } from '@recado/infra/providers/signed-body'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { HookSecrets } from './hook-secrets.ts'

/** A POST as it came, with the header that signs it. */
export type SignedBody = { readonly body: RawBody; readonly signature: string }

/** Whether what was posted may speak for a connection. */
export type SpeaksFor = (connection: ConnectionEntry) => boolean

/** The addresses that apps of Meta post to. Each names its secret, so a forged POST costs one hash. */
export type AppHooks = {
  /**
   * Whether the address was given to anybody, or may have been as long as the vault does not answer.
   * @param hook its last part; null for the address of our own secret
   */
  isKnown(hook: string | null): Promise<boolean>
  /**
   * Whom a POST speaks for: connections of this address that were registered with the secret that signed it.
   * @returns `unreachable` when a secret that might fit cannot be read now
   */
  judge(hook: string | null, post: SignedBody): Promise<SpeaksFor | 'forged' | 'unreachable'>
}

export type AppHooksDeps = {
  readonly registry: Pick<Registry, 'connectionsOfHook'>
  readonly hook: Pick<AppHook, 'isSigned'>
  readonly secrets: HookSecrets
  /** The end of a secret's address; rejects while the vault does not answer. */
  readonly nameOf: (secret: string) => Promise<string>
  /** The secret of the address that names none. */
  readonly ownSecret: string | null
}

/** Secrets tried at one address: its own, and those that replaced it. */
const MOST_SECRETS = 8

/** Needs no Postgres, and no vault either once the secrets were read. */
export function appHooks(deps: AppHooksDeps): AppHooks {
  const { registry, hook: sender, secrets, ownSecret } = deps
  const idOf = rememberedIds(deps.nameOf)

  /** Connections that are of the address by their secret: facts of before name none. */
  async function olderOf(hook: string) {
    const all = registry.connectionsOfHook(null)
    const { known, unreachable } = await allSecrets(secrets, all)
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
      const { connections, unreachable } = await olderOf(hook)
      if (unreachable || connections.length > 0) return true
      const own = ownSecret === null ? undefined : await idOf(ownSecret)
      return own === null || own === hook
    },
    async judge(named, { body, signature }) {
      const own = ownSecret === null ? null : { id: await idOf(ownSecret), secret: ownSecret }
      const hook = named ?? own?.id ?? null
      if (hook === null) return 'unreachable'
      const older = await olderOf(hook)
      const connections = [...registry.connectionsOfHook(hook), ...older.connections]
      const { known, unreachable } = await allSecrets(secrets, presentFirst(connections, hook))
      const tried = new Set(own?.id === hook ? [own.secret] : [])
      for (const texts of known.values())
        for (const secret of texts) if (tried.size < MOST_SECRETS) tried.add(secret)
      const signer = [...tried].find((secret) => sender.isSigned(secret, body, signature))
      const unsure = unreachable || older.unreachable || own?.id === null
      if (signer === undefined) return unsure ? 'unreachable' : 'forged'
      if (unreachable) return 'unreachable'
      // By id: a fact that came meanwhile has put another entry in the place of this one, or the first one there.
      return (connection) =>
        (secrets.remembered(connection) ?? known.get(connection.id))?.includes(signer) ?? false
    },
  }
}

/** Those whose present secret the address names come before those that have another one by now. */
function presentFirst(connections: readonly ConnectionEntry[], hook: string) {
  const isPresent = ({ hooks }: ConnectionEntry) => hooks[0] === hook
  if (connections.every(isPresent)) return connections
  return [...connections.filter(isPresent), ...connections.filter((one) => !isPresent(one))]
}

/** What each connection's app may sign with, by the connection's id, those first read that never were. */
async function allSecrets(secrets: HookSecrets, connections: readonly ConnectionEntry[]) {
  const known = new Map<string, readonly string[]>()
  let unreachable = false
  for (const connection of connections) {
    const remembered = secrets.remembered(connection)
    const read = remembered ? null : await secrets.of(connection)
    unreachable ||= read?.unreachable ?? false
    known.set(connection.id, remembered ?? read?.secrets ?? [])
  }
  return { known, unreachable }
}

/** The end of a secret's address; null as long as the vault does not tell. */
function rememberedIds(nameOf: AppHooksDeps['nameOf']) {
  const ids = new Map<string, Promise<string | null>>()
  return (secret: string): Promise<string | null> => {
    const known = ids.get(secret)
    if (known !== undefined) return known
    const asked = nameOf(secret).catch(() => {
      ids.delete(secret)
      return null
    })
    ids.set(secret, asked)
    return asked
  }
}
