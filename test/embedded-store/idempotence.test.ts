import { test } from 'tap'
import {
  appendBy,
  events,
  idsIn,
  newStream,
  storeUnderTest,
  WAYS,
  type Way,
} from './store-under-test.ts'

test('a repeated append with the same ids and the same explicit revision is recognised', async (t) => {
  const { client } = await storeUnderTest()
  for (const way of Object.keys(WAYS) as Way[]) {
    const append = appendBy(client, way)
    const stream = newStream()
    const [first, second] = [events(2), events(2)]
    const created = await append(stream, first, 'no_stream')
    const grown = await append(stream, second, 1n)
    await append(stream, events(3), 3n)

    t.same(
      await append(stream, first, 'no_stream'),
      created,
      `${way}: revision and position of the first time`,
    )
    t.same(await append(stream, second, 1n), grown, `${way}: not those of the head`)
    t.equal((await idsIn(client, stream)).length, 7, `${way}: nothing was added`)
  }
})

test('a part of an earlier append is recognised, a mixture with new events is refused', async (t) => {
  const { client } = await storeUnderTest()
  for (const way of Object.keys(WAYS) as Way[]) {
    const append = appendBy(client, way)
    const stream = newStream()
    const written = events(3)
    await append(stream, written, 'no_stream')
    await append(stream, events(1), 2n)

    t.match(await append(stream, written.slice(0, 2), 'no_stream'), { revision: 1n }, way)
    t.match(await append(stream, written.slice(1), 0n), { revision: 2n }, way)
    const mixed = [...written.slice(0, 1), ...events(1)]
    t.match(await append(stream, mixed, 'no_stream'), { error: 'wrong-expected-version' }, way)
    t.match(await append(stream, written, 0n), { error: 'wrong-expected-version' }, way)
  }
})

test('with the expectation any, ids recently written to the stream are recognised by the first of them', async (t) => {
  const { client } = await storeUnderTest()
  for (const way of Object.keys(WAYS) as Way[]) {
    const append = appendBy(client, way)
    const stream = newStream()
    const written = events(2)
    const first = await append(stream, written, 'any')
    await append(stream, events(2), 'any')

    t.same(await append(stream, written, 'any'), first, `${way}: all found`)
    t.same(await append(stream, written, 'stream_exists'), first, `${way}: stream_exists too`)
    const ending = [...events(1), ...written]
    t.match(await append(stream, ending, 'any'), { revision: 6n }, `${way}: first not found`)
    const begins = [...written.slice(0, 1), ...events(1)]
    t.match(await append(stream, begins, 'any'), { error: 'wrong-expected-version' }, way)
  }
})

test('an id written to another stream is a new event', async (t) => {
  const { client } = await storeUnderTest()
  const append = appendBy(client, 'batch append')
  const written = events(1)
  const [one, other] = [newStream(), newStream()]
  await append(one, written, 'any')
  t.match(await append(other, written, 'any'), { revision: 0n })
  t.match(await append(one, written, 'any'), { revision: 0n }, 'and recognised in its own stream')
})

test('of concurrent repetitions one is written, and the others get its result or a time-out', async (t) => {
  const { client } = await storeUnderTest()
  const append = appendBy(client, 'batch append')
  for (const expected of ['no_stream', 'any'] as const) {
    const stream = newStream()
    const same = events(2)
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => append(stream, same, expected)),
    )
    const answers = outcomes.filter((outcome) => 'revision' in outcome)
    t.ok(answers.length > 0, expected)
    for (const answer of answers) t.same(answer, answers[0], expected)
    for (const other of outcomes.filter((outcome) => 'error' in outcome)) {
      t.match(other, { error: 'deadline-exceeded' }, 'dropped while the first is not committed')
    }
    t.equal((await idsIn(client, stream)).length, 2, expected)
  }
})
