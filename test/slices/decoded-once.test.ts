import { t as file, test } from 'tap'
import { totalIn } from '../kit/counted-traffic.ts'
import { eventually } from '../kit/eventually.ts'
import { measured } from '../kit/measured.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
file.teardown(() => world.stop())

const followed = (step: 'received' | 'parsed') =>
  measured(world.product(), new RegExp(`^recado_followed_facts_total\\{step="${step}"\\}`))

const conversations = () => totalIn(world, '/conversations')

/** Lets newcomers write, and waits until they are shown. */
async function newcomersWrite(from: number, count: number): Promise<void> {
  const shown = await conversations()
  for (let i = from; i < from + count; i++) await world.userWrites(`55319876${1000 + i}`, 'Oi')
  await eventually(async () => (await conversations()) === shown + count)
}

type Place = { readonly head: bigint; readonly received: number }

/** The end of the log, and what the process has received up to there: measured while nothing is recorded. */
const quietPlace = (): Promise<Place> =>
  eventually(async () => {
    const { store, readModels } = world.product().deps
    const head = (await store.head()) ?? -1n
    if ((readModels.position() ?? -1n) < head) return false
    const received = await followed('received')
    return (await store.head()) === head && { head, received }
  })

async function countRecorded(after: bigint, upTo: bigint): Promise<number> {
  let count = 0
  for await (const { position } of world.product().deps.store.readAll({ from: after }))
    if (position > after && position <= upTo) count += 1
  return count
}

let people = 0

/** How many facts newcomers cause, and how many the process receives of them. */
async function countRound(): Promise<{ recorded: number; received: number }> {
  const before = await quietPlace()
  await newcomersWrite(people, 10)
  people += 10
  const after = await quietPlace()
  return {
    recorded: await countRecorded(before.head, after.head),
    received: after.received - before.received,
  }
}

test('all that follows the log in a process receives and parses each fact once', async (t) => {
  let round = await countRound()
  // A part that starts later reads what it has missed by itself before it shares the tail.
  await eventually(async () => {
    round = await countRound()
    return round.received <= round.recorded
  })

  t.ok(round.recorded >= 100, `${round.recorded} facts were recorded`)
  const parsed = await followed('parsed')
  t.ok(parsed <= (await followed('received')), `${parsed} were parsed`)
})
