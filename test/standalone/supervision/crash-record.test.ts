import {
  afterCrash,
  type CrashRecord,
  isHopeless,
  NO_CRASHES,
  pauseAfter,
} from '@recado/standalone/supervision/crash-record'
import { test } from 'tap'

const POLICY = { crashes: 3, withinMs: 1_000, pauseMs: 10, steadyMs: 500 }

/** A record with crashes at these times, each after serving for `servedMs`. */
function crashed(times: readonly number[], servedMs = 0): CrashRecord {
  return times.reduce((record, at) => afterCrash(record, at, servedMs, POLICY), NO_CRASHES)
}

test('too many crashes within the time are hopeless, and fewer are not', async (t) => {
  t.equal(isHopeless(crashed([0, 1]), POLICY), false)
  t.equal(isHopeless(crashed([0, 1, 2]), POLICY), true)
})

test('crashes from long ago do not count', async (t) => {
  t.equal(isHopeless(crashed([0, 1, 1_001]), POLICY), false)
  t.same(crashed([0, 1, 1_001]).recent, [1_001])
})

test('a part that has served long enough never becomes hopeless', async (t) => {
  const sound = afterCrash(crashed([0], 500), 1, 0, POLICY)
  t.equal(sound.isSound, true)
  t.equal(isHopeless(afterCrash(sound, 2, 0, POLICY), POLICY), false)
  t.equal(crashed([0], 499).isSound, false)
})

test('pauses double, up to ten seconds', async (t) => {
  t.equal(pauseAfter(crashed([0]), POLICY), 10)
  t.equal(pauseAfter(crashed([0, 1, 2]), POLICY), 40)
  t.equal(pauseAfter(crashed(Array.from({ length: 30 }, (_, n) => n)), POLICY), 10_000)
})
