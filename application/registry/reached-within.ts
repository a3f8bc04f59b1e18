import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { Registry } from './registry.ts'

/** Resolves when the registry knows the log up to a position, `ms` passed or the signal aborted. */
export async function reachedWithin(
  registry: Pick<Registry, 'reached'>,
  position: bigint,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  await answerWithin(ms, registry.reached(position), signal)
}
