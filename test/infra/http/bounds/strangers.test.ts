import { doorOf } from '@recado/infra/http/bounds/door'
import { limitStrangers, type StrangerRequest } from '@recado/infra/http/bounds/strangers'
import fc from 'fast-check'
import { test } from 'tap'

const MIB = 1024 * 1024
const MAX_BYTES = 16 * MIB

test('a path names its door', async (t) => {
  for (const [url, door] of [
    ['/hooks/whatsapp/ab', 'hooks'],
    ['/hooks?x=/api', 'hooks'],
    ['/hooksters', 'other'],
    ['/api/v1/media', 'api'],
    ['//api', 'other'],
    ['/', 'other'],
    ['', 'other'],
  ] as const)
    t.equal(doorOf(url), door, url)
})

test('the oldest body that is still arriving makes room, and whole ones stay', async (t) => {
  const strangers = limitStrangers(MAX_BYTES)
  const [whole, old, young] = [guest('a'), guest('a'), guest('a')]
  for (const one of [whole, old, young]) strangers.begin(one)
  for (const one of [whole, old]) strangers.grow(one, 3 * MIB)
  whole.whole = true
  strangers.grow(young, 3 * MIB)
  t.same([whole.broken, old.broken, young.broken], [false, true, false])
  strangers.grow(young, 3 * MIB)
  t.equal(young.broken, true, 'nothing else of the address can go')
})

test('the address that holds most makes room for others, and a door for other doors', async (t) => {
  const strangers = limitStrangers(MAX_BYTES)
  const honest = guest('honest')
  strangers.begin(honest)
  strangers.grow(honest, 2 * MIB)
  const hostile = Array.from({ length: 100 }, () => guest('hostile'))
  const scattered = Array.from({ length: 100 }, (_, i) => guest(`hostile ${i % 2}`))
  for (const one of [...hostile, ...scattered]) {
    strangers.begin(one)
    strangers.grow(one, MIB)
  }
  t.notOk(honest.broken)
  t.ok(strangers.bytes <= (MAX_BYTES * 3) / 4, 'hooks leave a quarter to the other doors')
  const signIn = guest('hostile', 'dashboard')
  strangers.begin(signIn)
  strangers.grow(signIn, 16_000)
  t.notOk(signIn.broken)
})

test('a body in tiny pieces counts for what they take', async (t) => {
  const strangers = limitStrangers(MAX_BYTES)
  const one = guest('a')
  strangers.begin(one)
  for (let i = 0; i < 40_000; i++) strangers.grow(one, 1)
  t.ok(one.broken)
  t.equal(strangers.bytes, 0)
})

test('whatever arrives, the bytes stay within the budget, and all are given back', (t) => {
  const step = fc.tuple(
    fc.constantFrom('begin', 'grow', 'grow', 'whole', 'end'),
    fc.nat(40),
    fc.nat(4),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const strangers = limitStrangers(MAX_BYTES)
      const guests: Try[] = []
      for (const [what, which, size] of steps) {
        const one = guests[which % Math.max(1, guests.length)]
        if (what === 'begin') strangers.begin(guests[guests.push(guest(`${size}`)) - 1] as Try)
        else if (one === undefined) continue
        else if (what === 'grow' && !one.whole) strangers.grow(one, size * MIB)
        else if (what === 'whole') one.whole = true
        else strangers.end(one)
        if (strangers.bytes > MAX_BYTES) return false
      }
      for (const one of guests) strangers.end(one)
      return strangers.bytes === 0
    }),
    { numRuns: 50 },
  )
  t.end()
})

type Try = StrangerRequest & { whole: boolean; broken: boolean }

function guest(address: string, door: StrangerRequest['door'] = 'hooks'): Try {
  const one: Try = {
    ...{ address, door, bytes: 0, whole: false, broken: false },
    isWhole: () => one.whole,
    breakOff() {
      one.broken = true
    },
  }
  return one
}
