import { sleep } from '@recado/infra/concurrency/sleep'
import type { Registry } from './registry.ts'

/** Resolves when the registry knows the log up to a position, `ms` passed or the signal aborted. */
export async function reachedWithin(
  registry: Pick<Registry, 'reached'>,
  position: bigint,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  const patience = new AbortController()
  const either = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal
  await Promise.race([registry.reached(position), sleep(ms, either)])
  patience.abort()
}
