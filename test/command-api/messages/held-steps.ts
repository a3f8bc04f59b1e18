import type { Test } from 'tap'
import { hold } from '../../kit/hold.ts'
import type { SendingWorld } from './sending-world.ts'

type World = Pick<SendingWorld, 'deps'>

/** Holds back the next turn until the test releases it; later turns are not held. */
export function heldTurn(world: World, t: Test) {
  const { pacing } = world.deps.sending
  const { acquireTurn: take } = pacing
  const held = hold()
  let asked = 0
  const first: typeof take = async (...order) => {
    if (++asked === 1) await held.promise
    return take(...order)
  }
  Object.assign(pacing, { acquireTurn: first })
  t.teardown(() => Object.assign(pacing, { acquireTurn: take }))
  return { comes: () => held.resolve(undefined) }
}

/** Lets an append of this type reach the log, and delays its answer until the test releases it. */
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

/** Lets claims reach the log, and delays the answers of all of them until the test releases them. */
export function heldClaims(world: World, t: Test) {
  const { store } = world.deps
  const { append } = store
  const held = hold()
  const late: typeof append = async (stream, expected, events) => {
    const appended = await append(stream, expected, events)
    if (events.some(isClaim)) await held.promise
    return appended
  }
  Object.assign(store, { append: late })
  t.teardown(() => Object.assign(store, { append }))
  return { areAnswered: () => held.resolve(undefined) }
}

/** Whether a fact claims an attempt. */
export function isClaim({ type, data }: { readonly type: string; readonly data: object }): boolean {
  if (type === 'MessageSendRequested') return !('held_until' in data)
  return type === 'MessageSendAttempted'
}

/** Holds back appends of this type until the test lets them reach the log. */
export function pausedAppend(world: World, t: Test, type: string) {
  const { store } = world.deps
  const { append } = store
  const held = hold()
  const paused: typeof append = async (stream, expected, events) => {
    if (events[0]?.type === type) await held.promise
    return append(stream, expected, events)
  }
  Object.assign(store, { append: paused })
  t.teardown(() => Object.assign(store, { append }))
  return { goesOn: () => held.resolve(undefined) }
}
