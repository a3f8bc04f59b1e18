import { fairRates } from '@recado/infra/concurrency/fair-rates'
import { throughput } from '@recado/infra/concurrency/throughput'
import { test } from 'tap'

const DAY_MS = 86_400_000

test('what was done during a pause was not done in a second', (t) => {
  let at = 0
  const done = throughput(() => at)
  for (; at < 6_000; at += 250) {
    done.begun(1_000, at)
    done.perSecond(0.75 * at)
  }
  at += 20_000
  const perSecond = done.perSecond(0)
  t.ok(perSecond < 1_000, `${perSecond} a second, of 4,000 that begun`)
  t.end()
})

test('one who asks seldom hears of as much as is done', (t) => {
  let at = 0
  const done = throughput(() => at)
  const heard: number[] = []
  for (; at < 30_000; at += 1_300) {
    done.begun(1_300, at)
    heard.push(done.perSecond(0))
  }
  const mean = heard.reduce((sum, one) => sum + one, 0) / heard.length
  t.ok(mean < 1_000 && mean > 900, `${mean} of 1,000`)
  t.end()
})

test('after a century without work the next unit costs no more than any', (t) => {
  let at = 0
  const done = throughput(() => at)
  done.begun(100, at)
  at = 36_500 * DAY_MS
  done.begun(100, at)
  at += 1
  t.ok(done.perSecond(0) < 1)
  t.end()
})

test('owners that asked long ago cost nothing, and nobody is looked at while work keeps up', (t) => {
  let at = 0
  let looks = 0
  let lag = 0
  const now = () => {
    looks += 1
    return at
  }
  const rates = fairRates(1, { lag: () => lag, most: 250 }, now)
  const looksOf = (ms: number) => {
    at += ms
    looks = 0
    rates.note('one', 1)
    return looks
  }
  for (let n = 0; n < 2_000; n += 1) rates.note(`owner ${n}`, 1)
  t.ok(looksOf(300) < 100, 'while work keeps up')
  at += DAY_MS
  lag = 1_000
  t.ok(looksOf(300) < 100, 'those of a day ago')
  t.end()
})
