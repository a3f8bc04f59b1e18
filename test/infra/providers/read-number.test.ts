import { readNumber } from '@recado/infra/providers/graph-api/read-number'
import {
  type GraphResult,
  readResult,
  withoutResult,
} from '@recado/infra/providers/graph-api/read-result'
import { test } from 'tap'
import { officialNumber as connection } from './sends.ts'

const NUMBER = { status: 'CONNECTED', throughput: { level: 'STANDARD' } }

/** What is reported of a number for which Meta answers the second question so. */
async function reported(
  onApp: GraphResult,
  value: Record<string, unknown> = NUMBER,
  known = connection,
) {
  const call = async (_: unknown, { path }: { path: string }): Promise<GraphResult> =>
    path.includes('is_on_biz_app') ? onApp : { kind: 'ok', value }
  const result = await readNumber({ call }, known)
  return result.kind === 'ok' ? result.value : result
}

const isPace = ({ kind }: { kind: string }) => kind === 'connection_throughput'

test('whether a number is on the app is unknown while Meta does not say, and then its pace is not reported', async (t) => {
  const error = (code: number) => JSON.stringify({ error: { message: 'No', code } })
  const silent = {
    'no answer': withoutResult(new Error('timeout')),
    HTML: readResult({ status: 200, body: '<html>Hello</html>' }),
    'an outage': readResult({ status: 503, body: '' }),
    'a token that has just expired': readResult({ status: 401, body: error(190) }),
    'too many calls': readResult({ status: 400, body: error(4) }),
  }
  for (const [name, answer] of Object.entries(silent)) {
    const reports = await reported(answer)
    t.notOk('kind' in reports, name)
    t.same('kind' in reports ? null : reports.filter(isPace), [], name)
  }
})

test('an API version without the field has no numbers on the app', async (t) => {
  const refused = JSON.stringify({
    error: { message: '(#100) Tried accessing nonexisting field (is_on_biz_app)', code: 100 },
  })
  t.match(await reported(readResult({ status: 400, body: refused })), [
    { kind: 'connection_status' },
    { messages_per_second: 80, level: 'STANDARD' },
  ])
  t.match(await reported({ kind: 'ok', value: { is_on_biz_app: true } }), [
    { kind: 'connection_status' },
    { messages_per_second: 20, level: null },
  ])
})

test('a number that has left the app has what every number has, if Meta names no level that we know', async (t) => {
  const onApp = { ...connection, messages_per_second: 20 }
  const left: GraphResult = { kind: 'ok', value: { is_on_biz_app: false } }
  for (const level of ['NOT_APPLICABLE', undefined]) {
    const value = { ...NUMBER, throughput: { level } }
    t.match(await reported(left, value, onApp), [
      { kind: 'connection_status' },
      { messages_per_second: 80, level: level ?? null },
    ])
    t.match(
      await reported(left, value),
      [{ kind: 'connection_status' }],
      'and another keeps its own',
    )
  }
})

test('both questions are asked at once', async (t) => {
  const asked: string[] = []
  let answer: (result: GraphResult) => void = () => undefined
  const answered = new Promise<GraphResult>((resolve) => {
    answer = resolve
  })
  const result = readNumber(
    {
      call: (_, { path }) => {
        asked.push(path)
        return answered
      },
    },
    connection,
  )
  t.equal(asked.length, 2)
  answer({ kind: 'ok', value: NUMBER })
  await result
})
