import { readNumber } from '@recado/infra/providers/graph-api/read-number'
import { type GraphResult, readResult } from '@recado/infra/providers/graph-api/read-result'
import { test } from 'tap'
import { officialNumber as connection } from './sends.ts'

const NUMBER = { status: 'CONNECTED', throughput: { level: 'STANDARD' }, is_on_biz_app: false }

/** What is reported of a number for which Meta answers so, and what it was asked. */
async function reported(value: Record<string, unknown>, known = connection) {
  const asked: string[] = []
  const call = async (_: unknown, { path }: { path: string }): Promise<GraphResult> => {
    asked.push(path)
    return { kind: 'ok', value }
  }
  const result = await readNumber({ call }, known)
  return { asked, reports: result.kind === 'ok' ? result.value : result }
}

test('one question tells the state of a number and whether it is on the app, which decides its pace', async (t) => {
  const path = `/${connection.phone_number_id}?fields=status,display_phone_number,throughput,is_on_biz_app`
  const pace = (messages_per_second: number, level: string | null) => ({
    asked: [path],
    reports: [{ kind: 'connection_status' }, { messages_per_second, level }],
  })
  t.match(await reported(NUMBER), pace(80, 'STANDARD'))
  t.match(await reported({ ...NUMBER, is_on_biz_app: true }), pace(20, null))
})

test('an API version without the field is asked without it, and has no numbers on the app', async (t) => {
  const message = '(#100) Tried accessing nonexisting field (is_on_biz_app)'
  const refused = { status: 400, body: JSON.stringify({ error: { message, code: 100 } }) }
  const call = async (_: unknown, { path }: { path: string }): Promise<GraphResult> =>
    path.includes('is_on_biz_app') ? readResult(refused) : { kind: 'ok', value: NUMBER }
  t.match(await readNumber({ call }, connection), {
    value: [{ kind: 'connection_status' }, { messages_per_second: 80, level: 'STANDARD' }],
  })
})

test('any other refusal is about the number', async (t) => {
  const error = { message: '(#100) Unsupported get request', code: 100 }
  let count = 0
  const call = async (): Promise<GraphResult> => {
    count += 1
    return readResult({ status: 400, body: JSON.stringify({ error }) })
  }
  t.match(await readNumber({ call }, connection), { kind: 'refused', error: { code: 100 } })
  t.equal(count, 1)
})

test('a number that has left the app has what every number has, if Meta names no level that we know', async (t) => {
  const onApp = { ...connection, messages_per_second: 20 }
  for (const level of ['NOT_APPLICABLE', undefined]) {
    const value = { ...NUMBER, throughput: { level } }
    const shown = [{ kind: 'connection_status' }, { messages_per_second: 80, level: level ?? null }]
    t.match(await reported(value, onApp), { reports: shown })
    t.same((await reported(value)).reports, [{ ...STATUS }], 'and another keeps its own')
  }
})

const STATUS = {
  kind: 'connection_status',
  status: 'connected',
  reason: 'number_status',
  details: { status: 'CONNECTED' },
}
