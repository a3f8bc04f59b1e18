import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { HookSecrets } from './hook-secrets.ts'

export type KnownSecrets = {
  /** The app secrets by connection id. */
  readonly known: ReadonlyMap<string, readonly string[]>
  /** Whether the vault did not answer for one of them. */
  readonly unreachable: boolean
}

/** Reads the app secrets of the connections of one address; null for those whose facts name none. */
export type ReadSecrets = (
  hook: string | null,
  connections: readonly ConnectionEntry[],
) => Promise<KnownSecrets>

type Reading = {
  readonly connections: readonly ConnectionEntry[]
  readonly secrets: Promise<KnownSecrets>
}

/** Equal reads that run at once are one: posts of strangers must not pile up reads while the vault is down. */
export function shareReads(secrets: HookSecrets): ReadSecrets {
  const running = new Map<string | null, Reading>()
  return (hook, connections) => {
    const other = running.get(hook)
    if (other !== undefined && areSame(other.connections, connections)) return other.secrets
    const reading = { connections, secrets: readAllSecrets(secrets, connections) }
    running.set(hook, reading)
    return reading.secrets.finally(() => {
      if (running.get(hook) === reading) running.delete(hook)
    })
  }
}

// A fact that arrives meanwhile replaces an entry, and may name another secret.
function areSame(some: readonly ConnectionEntry[], others: readonly ConnectionEntry[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at])
}

/** The secrets of all connections; those that are not in memory are read. */
async function readAllSecrets(
  secrets: HookSecrets,
  connections: readonly ConnectionEntry[],
): Promise<KnownSecrets> {
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
