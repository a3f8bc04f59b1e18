import type { RouteInput } from '@recado/infra/http/api-route'
import { aside } from '@recado/infra/http/request-places'
import type { CommandDeps } from '../deps.ts'

/**
 * Waits until the read models have passed a position, so that the client can read its write at once; at most
 * READ_YOUR_WRITES_MS, and not at all when their announced lag is longer.
 * @returns the headers x-event-position and, when the wait was too short, x-read-consistency
 */
export async function waitForReadModels(
  input: Writer,
  position: bigint,
  { readModels, config }: Pick<CommandDeps, 'readModels' | 'config'>,
): Promise<Record<string, string>> {
  const passed = await aside(input, () =>
    readModels.waitFor(position, config.READ_YOUR_WRITES_MS, accountOf(input)),
  )
  const headers = { 'x-event-position': String(position) }
  return passed ? headers : { ...headers, 'x-read-consistency': 'pending' }
}

/** Who wrote: an account, or the operator for any. */
type Writer = Pick<RouteInput, 'request'> & {
  readonly account?: { readonly id: string } | undefined
  readonly caller?: RouteInput['caller']
}

function accountOf({ account, caller }: Writer): string | null {
  return account?.id ?? caller?.account.id ?? null
}
