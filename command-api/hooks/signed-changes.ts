import type { ConnectionEntry, Directory } from '@recado/infra/directory/directory'
import type { HookSecrets } from './hook-secrets.ts'
import type { RoutedChange } from './route-changes.ts'
import { isSignedBy } from './verify-signature.ts'

/**
 * The changes for the connections whose own app secret signed the POST. A change that none of its
 * connections vouches for spoils the POST: one tenant's app must not speak for another's number. What
 * concerns no connection of ours is believed when any app secret of ours signed it.
 * @returns `unreachable` when a secret that might fit cannot be read now
 */
export async function signedChanges(
  directory: Pick<Directory, 'connections'>,
  secrets: HookSecrets,
  changes: readonly RoutedChange[],
  { bytes, signature }: { bytes: Uint8Array; signature: string | undefined },
): Promise<readonly RoutedChange[] | 'forged' | 'unreachable'> {
  if (signature === undefined) return 'forged'
  const concerned = new Set(changes.flatMap(({ connections }) => connections))
  const asked = concerned.size > 0 ? concerned : directory.connections()
  const { signers, unreachable } = await signersAmong(secrets, asked, bytes, signature)
  const kept = changes.map((change) => ({
    ...change,
    connections: change.connections.filter((connection) => signers.has(connection)),
  }))
  const spoiled = kept.some((change, i) => {
    const before = changes[i]?.connections.length ?? 0
    return before > 0 && change.connections.length === 0
  })
  if (signers.size > 0 && !spoiled) return kept
  return unreachable ? 'unreachable' : 'forged'
}

async function signersAmong(
  secrets: HookSecrets,
  connections: Iterable<ConnectionEntry>,
  bytes: Uint8Array,
  signature: string,
) {
  const fits = new Map<string, boolean>()
  const signers = new Set<ConnectionEntry>()
  let unreachable = false
  for (const connection of connections) {
    const known = await secrets.of(connection)
    unreachable ||= known.unreachable
    for (const secret of known.secrets) {
      if (!fits.has(secret)) fits.set(secret, isSignedBy(secret, bytes, signature))
      if (fits.get(secret)) signers.add(connection)
    }
  }
  return { signers, unreachable }
}
