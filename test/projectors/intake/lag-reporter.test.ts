import { lagReporter } from '@recado/projectors/intake/lag-reporter'
import { test } from 'tap'

function telling() {
  const clock = { at: 1_000_000 }
  const told: number[] = []
  const { done, idle } = lagReporter(
    (lag) => told.push(lag),
    () => clock.at,
  )
  /** Something is done that was recorded so long ago, ms. */
  const recorded = (ago: number) =>
    done({ event: { raw: { metadata: { recorded_at: new Date(clock.at - ago).toISOString() } } } })
  return { clock, told, recorded, idle }
}

test('intake tells the age of the oldest that it did since it last told, ten times a second', (t) => {
  const { clock, told, recorded } = telling()
  for (const ago of [5, 700, 20]) recorded(ago)
  t.same(told, [5], 'the first at once')
  clock.at += 100
  recorded(30)
  t.same(told, [5, 700])
  clock.at += 100
  recorded(10)
  t.same(told, [5, 700, 10], 'what was told does not count again')
  t.end()
})

test('once nothing waits intake is not behind, and says so once', (t) => {
  const { told, recorded, idle } = telling()
  idle()
  t.same(told, [], 'nobody has heard otherwise')
  recorded(400)
  idle()
  idle()
  t.same(told, [400, 0])
  t.end()
})
