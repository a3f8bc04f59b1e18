import { runningTime } from '@recado/infra/concurrency/running-time'
import { answerReader } from '@recado/infra/http-client/webhook-answer'
import { inFlightMessages } from '@recado/projectors/relay/in-flight-messages'
import { test } from 'tap'
import { stallingLoop } from '../../kit/stalling-loop.ts'

function stalledTime() {
  const loop = stallingLoop()
  return { loop, time: runningTime(loop) }
}

test('a turn of the loop that is late counts as one tick', async (t) => {
  const { loop, time } = stalledTime()
  loop.stall(1_000, 60_000)
  await loop.run(1_000)
  t.equal(time.now(), 1_000)
  await loop.run(62_000)
  t.equal(time.clock(), 62_000)
  t.ok(time.now() >= 2_000 && time.now() <= 2_250, `${time.now()}`)
})

test('a wait ends after as much running time, and not before what has arrived is read', async (t) => {
  const { loop, time } = stalledTime()
  loop.stall(100, 60_000)
  const late = () => new Error('late')
  const arriving = (ms: number) =>
    new Promise<string>((resolve) => loop.arrive(ms, () => resolve('answer')))
  const answered = time.within(200, arriving(300), late)
  const silence = new Promise(() => undefined)
  const unanswered = t.rejects(time.within(2_000, silence, late), { message: 'late' })
  const aborted = time.timeout(2_000)
  const ended = time.timeout(2_000)
  ended.end()
  await loop.run(61_000)
  t.equal(await answered, 'answer')
  t.notOk(aborted.signal.aborted)
  await loop.run(63_000)
  await unanswered
  t.match(aborted.signal.reason, { name: 'TimeoutError' })
  t.notOk(ended.signal.aborted)
})

test('an endpoint that answered while this process stood still is not blamed', async (t) => {
  const { loop, time } = stalledTime()
  const answers: unknown[] = []
  const reader = answerReader(15_000, (answer) => answers.push(answer), time)
  const controller = {
    abort: (error: Error) => reader.onResponseError?.(controller as never, error),
  }
  const post = (answersIn: number) => {
    reader.onRequestStart?.(controller as never, {})
    loop.arrive(answersIn, () => {
      reader.onResponseStart?.(controller as never, 200, {}, 'OK')
      reader.onResponseEnd?.(controller as never, {})
    })
  }
  post(100)
  loop.stall(50, 20_000)
  await loop.run(21_000)
  t.match(answers, [{ status: 200 }])
})

test('an endpoint that does not answer is told so after its time', async (t) => {
  const { loop, time } = stalledTime()
  const answers: unknown[] = []
  const reader = answerReader(15_000, (answer) => answers.push(answer), time)
  const controller = {
    abort: (error: Error) => reader.onResponseError?.(controller as never, error),
  }
  reader.onRequestStart?.(controller as never, {})
  await loop.run(14_000)
  t.same(answers, [])
  await loop.run(16_000)
  t.same(answers, [{ status: null, error: 'no answer within 15000 ms', failure: 'timeout' }])
})

test('the stream of facts is not blamed for an answer that came while this process stood still', async (t) => {
  const { loop, time } = stalledTime()
  const stored: unknown[] = []
  const signal = new AbortController().signal
  const way = inFlightMessages(signal, (message) => stored.push(message), time)
  const message = { body: Buffer.from('{}') } as never
  way.sent(1, message)
  loop.arrive(100, () => way.stored(1))
  loop.stall(50, 20_000)
  await loop.run(21_000)
  await way.drained()
  t.same(stored, [message])

  way.sent(2, message)
  await loop.run(30_000)
  await t.rejects(way.drained())
  way.close()
})
