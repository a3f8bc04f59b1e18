import type { Test } from 'tap'
import { hold } from '../../kit/hold.ts'
import type { SendingWorld } from './sending-world.ts'

type World = Pick<SendingWorld, 'deps'>

/** The next turn does not come until it is said to; all others do. */
export function heldTurn(world: World, t: Test) {
  const { pacing } = world.deps.sending
  const { acquireTurn: take } = pacing
  const held = hold()
  let asked = 0
  const first: typeof take = async (...order) => {
    if (++asked === 1) await held.promise
    return take(...order)
  }
  Object.assign(pacing, { take: first })
  t.teardown(() => Object.assign(pacing, { take }))
  return { comes: () => held.resolve(undefined) }
}

/** Such a fact of a message reaches the log, and its process hears of it late. */
export function heldAppend(world: World, t: Test, type: string, messageId: string) {
  const { store } = world.deps
  const { append } = store
  const held = hold()
  const late: typeof append = async (stream, expected, events) => {
    const appended = await append(stream, expected, events)
    if (events[0]?.type === type && stream === `message-${messageId}`) await held.promise
    return appended
  }
  Object.assign(store, { append: late })
  t.teardown(() => Object.assign(store, { append }))
  return { isAnswered: () => held.resolve(undefined) }
}
