import { keepPart } from '@recado/standalone/supervision/keep-part'
import type { Part } from '@recado/standalone/supervision/part'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'

/** A part that runs until it is ended or stopped. */
function fakePart(pid = 1): Part & { end(how: string): void } {
  let end: (how: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  return { pid, ended, end, stop: async () => end('stopped') }
}

/** Keeps a part whose starts have these results, one after the other; later starts are pending until the stop. */
function keeping(t: Test, starts: readonly (() => Promise<Part>)[], pauseMs = 0) {
  const stopping = new AbortController()
  const lines: string[] = []
  let started = 0
  const start = async () => starts[started++]?.() ?? untilAborted(stopping.signal)
  const kept = keepPart('worker', start, {
    policy: { crashes: 2, withinMs: 60_000, pauseMs, steadyMs: 60_000 },
    log: (line) => void lines.push(line),
    stopping: stopping.signal,
    changed: () => undefined,
  })
  t.teardown(() => stopping.abort())
  return { kept, lines, stop: () => stopping.abort(), started: () => started }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('told to stop')))
  })
}

test('starting, serving, stopped', async (t) => {
  const part = fakePart()
  const { kept, stop } = keeping(t, [async () => part])
  t.equal(kept.serving(), undefined)
  t.equal(await kept.first, part)
  t.equal(kept.serving(), part)
  stop()
  await part.stop()
  t.equal(await kept.done, null)
  t.equal(kept.serving(), undefined)
})

test('serving, restarting, serving', async (t) => {
  const [one, two] = [fakePart(1), fakePart(2)]
  const { kept, lines } = keeping(t, [async () => one, async () => two])
  await kept.first
  one.end('ended with exit code 1')
  await eventually(() => kept.serving() === two)
  t.match(lines[2], 'crashed: ended with exit code 1; restarting in 0 ms (crash 1 of 2)')
})

test('starting, restarting, given up', async (t) => {
  const fail = () => Promise.reject(new Error('had no port'))
  const { kept } = keeping(t, [fail, fail])
  const reason = 'worker crashed 2 times within 60 s, most recently: had no port'
  t.equal(await kept.done, reason)
  await t.rejects(kept.first, { message: reason })
})

test('starting, stopped', async (t) => {
  const { kept, stop } = keeping(t, [])
  stop()
  t.equal(await kept.done, null)
  await t.rejects(kept.first, { message: 'worker was stopped before it served' })
})

test('restarting, stopped: it is not started again', async (t) => {
  const { kept, stop, started, lines } = keeping(
    t,
    [() => Promise.reject(new Error('had no port'))],
    10_000,
  )
  await eventually(() => lines.some((line) => line.startsWith('crashed')))
  stop()
  t.equal(await kept.done, null)
  t.equal(started(), 1)
})

test('a part that becomes ready only after the stop is stopped at once', async (t) => {
  const part = fakePart()
  let serve = () => {}
  const { kept, stop } = keeping(t, [
    () =>
      new Promise((resolve) => {
        serve = () => resolve(part)
      }),
  ])
  stop()
  serve()
  t.equal(await kept.done, null)
  t.equal(await part.ended, 'stopped')
})
