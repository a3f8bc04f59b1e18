import { deepStrictEqual as same } from 'node:assert/strict'
import { messageId } from '@recado/application/ids'
import type { ContactIdentityEvent } from '@recado/domain/contact-identity/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import fc from 'fast-check'
import { findingsIn } from '../audit/audited-memory.ts'
import { claimsOf, heard, linksOf, replay } from './people-in-the-log.ts'
import { type Circumstances, type World, worldOf } from './people-world.ts'
import { scheduledStore, turnsOf } from './scheduled-store.ts'
import { scheduledTimers } from './scheduled-timers.ts'
import { type Step, take } from './steps.ts'

type Interleaved = Circumstances & { readonly follows: boolean }

/** Runs steps concurrently in the order that the scheduler chooses, and checks the result. */
export function interleaved(
  scheduler: fc.Scheduler,
  steps: readonly Step[],
  of: Interleaved,
): Promise<void> {
  return interleavedAnd(scheduler, steps, of, () => undefined)
}

/** Like `interleaved`, with an additional check. */
export async function interleavedAnd(
  scheduler: fc.Scheduler,
  steps: readonly Step[],
  { follows, ...circumstances }: Interleaved,
  look: (world: World) => void,
): Promise<void> {
  let isOver = false
  const turn = turnsOf(scheduler)
  const orAtOnce = (what: string) => (isOver ? Promise.resolve() : turn(what))
  const scheduled = scheduledStore(orAtOnce, (event) => {
    if (follows && event.stream.startsWith('contactIdentity-'))
      recent.follow(event as RecordedEvent<ContactIdentityEvent>)
  })
  const world = worldOf(scheduled, circumstances)
  const { recent } = world.intake.recorder
  const restore = scheduledTimers(orAtOnce)
  try {
    await scheduler.waitFor(Promise.all(steps.map((one, n) => take(world, one, n))))
    isOver = true
    const sent = steps.flatMap(({ does }, n) =>
      does === 'hears'
        ? [messageId({ connection_id: world.account_id, provider_message_id: `wamid.${n}` })]
        : [],
    )
    same(linksOf(world), claimsOf(world))
    same(heard(world), sent.sort())
    same(world.intake.parked, [])
    look(world)
    same(
      await findingsIn({
        ...world,
        raws: [...world.raws, ...world.changes],
        store: scheduled.store,
      }),
      [],
    )
    const { length } = world.log
    await replay(world, scheduled.store)
    same(
      world.log.slice(length).map(({ type, data }) => ({ type, data })),
      [],
    )
  } finally {
    restore()
  }
}

/** The circumstances of a run. */
export const circumstances = fc.record({
  account_id: fc.uuid(),
  tickMs: fc.constantFrom(0, 1),
  follows: fc.boolean(),
})
