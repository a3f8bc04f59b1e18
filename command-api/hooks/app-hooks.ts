import type { Registry } from '@recado/application/registry/registry'
import type { AppHook } from '@recado/infra/providers/hook'
import type { RawBody } from '@recado/infra/providers/signed-body'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { hookId } from '@recado/infra/vault/hook-id'
import type { HookSecrets } from './hook-secrets.ts'

/** A POST as it came, with the header that signs it. */
export type SignedBody = { readonly body: RawBody; readonly signature: string }

/** Whether what was posted may speak for a connection. */
export type SpeaksFor = (connection: ConnectionEntry) => boolean

/** The addresses that apps of Meta post to. Each names its secret, so a forged POST costs one hash. */
export type AppHooks = {
  /** Whether the address was given to anybody, or may have been as long as the vault does not answer. */
  isKnown(hook: string): Promise<boolean>
  /**
   * Whom a POST speaks for: connections of this address that were registered with the secret that signed it.
   * @returns `unreachable` when a secret that might fit cannot be read now
   */
  judge(hook: string, post: SignedBody): Promise<SpeaksFor | 'forged' | 'unreachable'>
}

export type AppHooksDeps = {
  readonly registry: Pick<Registry, 'connectionsOfHook'>
  readonly hook: Pick<AppHook, 'isSigned'>
  readonly secrets: HookSecrets
  /** What the ends of the addresses are derived with. */
  readonly masterKey: Buffer
  /** The secret of the address that names none. */
  readonly ownSecret: string | null
}

/** Secrets tried at one address: its own, and those that replaced it. */
const MOST_SECRETS = 8

/** Needs no Postgres, and no vault either once the secrets were read. */
export function appHooks(deps: AppHooksDeps): AppHooks {
  const { registry, hook: sender, secrets, masterKey, ownSecret } = deps
  const own = ownSecret === null ? null : { hook: hookId(masterKey, ownSecret), secret: ownSecret }
  const idOf = rememberedIds(masterKey)

  /** Connections that are of the address by their secret: facts of before name none. */
  async function olderOf(hook: string) {
    const { known, unreachable } = await allSecrets(secrets, registry.connectionsOfHook(null))
    const connections = [...known].filter(([, own]) => own.some((secret) => idOf(secret) === hook))
    return { connections: connections.map(([connection]) => connection), unreachable }
  }

  return {
    async isKnown(hook) {
      if (hook === own?.hook || registry.connectionsOfHook(hook).length > 0) return true
      const { connections, unreachable } = await olderOf(hook)
      return unreachable || connections.length > 0
    },
    async judge(hook, { body, signature }) {
      const older = await olderOf(hook)
      const connections = [...registry.connectionsOfHook(hook), ...older.connections]
      const { known, unreachable } = await allSecrets(secrets, presentFirst(connections, hook))
      const tried = new Set(hook === own?.hook ? [own.secret] : [])
      for (const texts of known.values())
        for (const secret of texts) if (tried.size < MOST_SECRETS) tried.add(secret)
      const signer = [...tried].find((secret) => sender.isSigned(secret, body, signature))
      if (signer === undefined) return unreachable || older.unreachable ? 'unreachable' : 'forged'
      if (unreachable) return 'unreachable'
      return (connection) => known.get(connection)?.includes(signer) ?? false
    },
  }
}

/** Those whose present secret the address names come before those that have another one by now. */
function presentFirst(connections: readonly ConnectionEntry[], hook: string) {
  const isPresent = ({ hooks }: ConnectionEntry) => hooks[0] === hook
  if (connections.every(isPresent)) return connections
  return [...connections.filter(isPresent), ...connections.filter((one) => !isPresent(one))]
}

/** What each connection's app may sign with, those first read that never were. */
async function allSecrets(secrets: HookSecrets, connections: readonly ConnectionEntry[]) {
  const known = new Map<ConnectionEntry, readonly string[]>()
  let unreachable = false
  for (const connection of connections) {
    const remembered = secrets.remembered(connection)
    const read = remembered ? null : await secrets.of(connection)
    unreachable ||= read?.unreachable ?? false
    known.set(connection, remembered ?? read?.secrets ?? [])
  }
  return { known, unreachable }
}

function rememberedIds(masterKey: Buffer) {
  const ids = new Map<string, string>()
  return (secret: string): string => {
    const id = ids.get(secret) ?? hookId(masterKey, secret)
    ids.set(secret, id)
    return id
  }
}
