import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { buildApp } from '@recado/command-api/app'
import { createLogger } from '@recado/infra/logger'
import { recoveryLimits } from '@recado/projectors/reactors/recovery/recovery-limits'
import { runRecovery } from '@recado/projectors/reactors/recovery/run-recovery'
import type { Test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import type { SendingWorld } from './sending-world.ts'

type World = Pick<SendingWorld, 'deps' | 'environment'>

/** Runs recovery as a separate process whose clock is ahead. @returns the function that stops it */
export function recoveryAhead({ deps, environment }: World, aheadMs: number): () => Promise<void> {
  const stopping = new AbortController()
  const done = runRecovery({
    ...deps,
    cache: aggregateCache(),
    mutex: streamMutex(),
    now: () => new Date(Date.now() + aheadMs),
    databaseUrl: environment.DATABASE_URL,
    schema: READ_SCHEMA,
    limits: recoveryLimits(deps.config),
    intervalMs: 20,
    log: createLogger('recovery', 'silent'),
    signal: stopping.signal,
  })
  return async () => {
    stopping.abort()
    await done
  }
}

/** command-api with a clock that stands still, so that none of its claims gets too old for the call. */
export async function timeless({ deps }: Pick<World, 'deps'>, t: Test) {
  const at = new Date()
  const app = await buildApp({ ...deps, now: () => at })
  t.teardown(() => app.close())
  return { app }
}

/** Runs recovery with a clock that is `aheadMs` ahead, until `done`. */
export async function recoverAfter(
  world: World,
  aheadMs: number,
  done: () => Promise<boolean>,
): Promise<void> {
  const stop = recoveryAhead(world, aheadMs)
  await eventually(done)
  await stop()
}
