import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { turns } from '@recado/infra/concurrency/keyed-mutex'
import { createLogger } from '@recado/infra/logger'
import { runSettler } from '@recado/projectors/reactors/recovery/run-settler'
import { settlerLimits } from '@recado/projectors/reactors/recovery/settler-limits'
import { eventually } from '../../kit/eventually.ts'
import type { SendingWorld } from './sending-world.ts'

type World = Pick<SendingWorld, 'deps' | 'environment'>

/** A settler of its own with a clock that is ahead, until what this returns is called. */
export function settlerAhead({ deps, environment }: World, aheadMs: number): () => Promise<void> {
  const stopping = new AbortController()
  const done = runSettler({
    ...deps,
    cache: aggregateCache(),
    turns: turns(),
    now: () => new Date(Date.now() + aheadMs),
    databaseUrl: environment.DATABASE_URL,
    schema: READ_SCHEMA,
    limits: settlerLimits(deps.config),
    intervalMs: 20,
    log: createLogger('settler', 'silent'),
    signal: stopping.signal,
  })
  return async () => {
    stopping.abort()
    await done
  }
}

/** Lets a settler of its own work, as if so much time had passed, until something is done. */
export async function settleAfter(
  world: World,
  aheadMs: number,
  done: () => Promise<boolean>,
): Promise<void> {
  const stop = settlerAhead(world, aheadMs)
  await eventually(done, 30_000)
  await stop()
}
