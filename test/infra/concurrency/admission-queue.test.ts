import { admissionQueue } from '@recado/infra/concurrency/admission-queue'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'

const LONG_MS = 10_000

test('work starts when earlier work has ended, and never after its deadline has passed', async (t) => {
  const admit = admissionQueue(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const held = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((end) => void ends.push(end))
  }
  const first = admit(held('first'), LONG_MS)
  const second = admit(held('second'), 1)
  t.match(await admit(held('third'), 5), { message: 'the log did not answer within 5 ms' })
  t.match(await second, Error, 'late, although the work has begun and continues')
  const fourth = admit(held('fourth'), LONG_MS)
  t.strictSame(begun, ['first', 'second'])

  ends[1]?.()
  ends[0]?.()
  t.equal(await first, null)
  t.strictSame(begun, ['first', 'second', 'fourth'])
  ends[2]?.()
  t.equal(await fourth, null)
})

test('of waiting work the newest starts first, because it has the most time left', async (t) => {
  const admit = admissionQueue(1)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const held = admit(() => new Promise<void>((end) => void ends.push(end)), LONG_MS)
  const quick = (name: string) => admit(async () => void begun.push(name), LONG_MS)
  const others = ['older', 'newer'].map(quick)
  await eventually(() => ends.length === 1)
  ends[0]?.()
  t.strictSame(await Promise.all([held, ...others]), [null, null, null])
  t.strictSame(begun, ['newer', 'older'])
})

test('failing work passes on its error and makes room', async (t) => {
  const admit = admissionQueue(1)
  const fails = () => Promise.reject(new Error('the log is away'))
  t.match(await admit(fails, LONG_MS), { message: 'the log is away' })
  t.equal(await admit(() => Promise.resolve(), LONG_MS), null)
})
