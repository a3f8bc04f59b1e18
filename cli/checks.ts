import type { Recado } from '@recado/client/recado'
import { RecadoError } from '@recado/client/recado-error'
import { pause } from '@recado/client/retrying-fetch'
import { allConnections } from './connection.ts'
import { operatorCall } from './operator.ts'
import type { Profile } from './profile.ts'
import type { Session } from './session.ts'
import { momentOf } from './when.ts'

/** One thing that was looked at. */
export type Check = {
  readonly state: 'ok' | 'note' | 'fail'
  readonly what: string
  readonly says: string
}

const ok = (what: string, says: string): Check => ({ state: 'ok', what, says })
const note = (what: string, says: string): Check => ({ state: 'note', what, says })
const fail = (what: string, says: string): Check => ({ state: 'fail', what, says })

const ANSWER_MS = 10_000
/** What was signed 300 s ago is refused, and some of that is the way. */
const MOST_SKEW_SECONDS = 240
/** What has just begun may fail for so many looks, a second apart. */
const LOOKS = 10

/** Whether the server answers, without a key. */
export async function checkServer({ baseUrl, said }: Profile) {
  const what = 'server'
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(`${baseUrl}/openapi.json`, { signal })
    const { info } = (await answer.json()) as { info?: { title?: string; version?: string } }
    if (answer.ok && info?.title === 'Recado')
      return { check: ok(what, `${baseUrl} has version ${info.version}`), answer }
    return {
      check: fail(what, `${baseUrl} is not Recado's API (from ${said.baseUrl})`),
      answer: null,
    }
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { check: fail(what, `${baseUrl} (from ${said.baseUrl}): ${reason}`), answer: null }
  }
}

/** Whether both clocks agree: signatures are refused after 5 minutes. */
export function checkClock({ headers }: Response): Check {
  const theirs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return note('clock', 'the server tells no time')
  const seconds = Math.round((Date.now() - theirs) / 1_000)
  const says = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the server`
  if (Math.abs(seconds) > MOST_SKEW_SECONDS)
    return fail('clock', `${says}: signatures will not hold`)
  return Math.abs(seconds) > 5 ? note('clock', says) : ok('clock', 'as the server’s')
}

/** Whether the key may read, and whether the numbers can send. */
export async function checkKey({ profile, recado }: Session): Promise<Check[]> {
  const from = `from ${profile.said.apiKey}`
  if (profile.apiKey === null)
    return [fail('key', 'there is none; recado whoami says where it is looked for')]
  try {
    const all = await allConnections(recado())
    const away = all.filter(({ status }) => status !== 'connected')
    const named = away.map(
      ({ phone_number_digits: digits, id, status }) => `${digits ?? id} is ${status}`,
    )
    const count = `${all.length - away.length} of ${all.length} connected`
    const numbers = away.length === 0 && all.length > 0 ? ok : note
    return [ok('key', from), numbers('numbers', [count, ...named].join('; '))]
  } catch (error) {
    if (!(error instanceof RecadoError)) throw error
    return [fail('key', `${from}: ${error.code}, ${error.message}`)]
  }
}

/** Whether webhooks take what they are sent. */
export async function checkWebhooks({ recado: open }: Session): Promise<Check[]> {
  const recado = open()
  const { data } = await recado.GET('/webhooks')
  if (data.data.length === 0) return [note('webhook', 'none; recado webhooks set <url> makes one')]
  const checks: Check[] = []
  for (const { connection_id: id, url, active } of data.data)
    checks.push(active ? await checkTakes(recado, id, url) : note('webhook', `${url} is paused`))
  return checks
}

async function checkTakes(recado: Recado, connection_id: string, url: string): Promise<Check> {
  const since = momentOf('1d')
  const total = async (status: 'delivered' | 'failed' | 'dead') => {
    const query = { connection_id, status, since, limit: 1 }
    const { data: page } = await recado.GET('/webhooks/deliveries', { params: { query } })
    return page.pagination.total
  }
  const [failed, dead] = [await total('failed'), await total('dead')]
  const delivered = await total('delivered')
  const says = `${url}: ${delivered} delivered, ${failed} failed, ${dead} dead within a day`
  if (failed > 0 && delivered === 0) return fail('webhook', says)
  return failed + dead > 0 ? note('webhook', says) : ok('webhook', says)
}

type Status = {
  readonly data: {
    readonly read_models: {
      readonly lag_events: number | null
      readonly lag_seconds: number | null
    }
    readonly failing: readonly { readonly what: string; readonly why: string }[]
  }
}

/** Whether reads keep up with the log, which the operator alone is told. */
export async function checkReads(session: Session): Promise<Check> {
  if (session.profile.operatorToken === null)
    return note('reads', 'how far they are behind is told with RECADO_OPERATOR_TOKEN')
  try {
    for (let look = 1; ; look++) {
      const { data } = await operatorCall<Status>(session, 'GET', '/status')
      const { failing, read_models: reads } = data
      if (failing.length === 0)
        return ok('reads', `${reads.lag_events ?? 'an unknown number of'} facts behind`)
      const says = failing.map(({ what, why }) => `${what}: ${why}`).join('; ')
      if (look === LOOKS) return fail('reads', says)
      await pause(1_000)
    }
  } catch (error) {
    if (!(error instanceof RecadoError)) throw error
    return note('reads', `the operator's status: ${error.message}`)
  }
}
