import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { test } from 'tap'
import { answersTwice } from './answers-twice.ts'
import { logServer, newStream, noted } from './log-under-test.ts'

const logUnderTest = await logServer('guarded_client')

test('responses that belong to no request do no harm', async (t) => {
  const server = await answersTwice()
  const { store } = connectEventStore(`esdb://127.0.0.1:${server.port}?tls=false`)
  t.teardown(async () => {
    await store.close()
    server.close()
  })

  for (let i = 0; i < 5; i++) {
    t.equal((await store.append(newStream(), 'no_stream', [noted()])).position, 100n)
  }
})

test('a connection that breaks during many appends causes no unhandled rejection', async (t) => {
  const { store, wire } = await logUnderTest(t, { appendDeadlineMs: 15_000 })
  const rejections: unknown[] = []
  const note = (error: unknown) => rejections.push(error)
  process.on('unhandledRejection', note)
  t.teardown(() => process.off('unhandledRejection', note))

  await store.append(newStream(), 'no_stream', [noted()])
  const appends = Array.from({ length: 200 }, () =>
    store.append(newStream(), 'no_stream', [noted('x'.repeat(20_000))]),
  )
  setImmediate(wire.cut)
  await Promise.all(appends)

  t.same(rejections, [])
})
