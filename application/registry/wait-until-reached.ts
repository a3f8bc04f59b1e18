import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { Registry } from './registry.ts'

/** Waits until a registry has reached a position, at most `ms`, or until the signal aborts. */
export async function waitUntilReached(
  registry: Pick<Registry, 'waitUntil'>,
  position: bigint,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  await answerWithin(ms, registry.waitUntil(position), signal)
}
