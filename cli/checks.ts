import { type Recado, RecadoError } from '@recado/client'
import { sleep } from '@recado/client/retrying-fetch'
import { allConnections } from './connection.ts'
import { operatorCall } from './operator.ts'
import type { Profile } from './profile.ts'
import type { Session } from './session.ts'
import { parseTime } from './when.ts'

/** The result of one check of `recado doctor`. */
export type Check = {
  readonly state: 'ok' | 'note' | 'fail'
  readonly what: string
  readonly says: string
}

const ok = (what: string, says: string): Check => ({ state: 'ok', what, says })
const note = (what: string, says: string): Check => ({ state: 'note', what, says })
const fail = (what: string, says: string): Check => ({ state: 'fail', what, says })

const MAX_ANSWER_MS = 10_000
/** Signatures expire after 300 s; the rest is for the network. */
const MAX_SKEW_SECONDS = 240
/** A failure may be brief: the status is read this often, a second apart, before the check fails. */
const MAX_STATUS_CHECKS = 10

/** Whether the server answers, without a key. */
export async function checkServer({ baseUrl, said }: Profile) {
  const what = 'server'
  try {
    const signal = AbortSignal.timeout(MAX_ANSWER_MS)
    const answer = await fetch(`${baseUrl}/openapi.json`, { signal, redirect: 'manual' })
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
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) return note('clock', 'the server sends no date')
  const seconds = Math.round((Date.now() - serverTime) / 1_000)
  const says = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the server`
  if (Math.abs(seconds) > MAX_SKEW_SECONDS)
    return fail('clock', `${says}: signatures will be rejected`)
  return Math.abs(seconds) > 5 ? note('clock', says) : ok('clock', 'in sync with the server')
}

/** Whether the key may read, and whether the numbers can send. */
export async function checkKey({ profile, recado }: Session): Promise<Check[]> {
  const from = `from ${profile.said.apiKey}`
  if (profile.apiKey === null)
    return [fail('key', 'no API key; run recado whoami to see where it looks')]
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
    // The server checks the key before it reads: `unavailable` means that the key was accepted.
    if (error.code === 'unavailable') return [ok('key', from), fail('reads', error.message)]
    return [fail('key', `${from}: ${error.code}, ${error.message}`)]
  }
}

/** Whether the endpoints of the webhooks accept deliveries. */
export async function checkWebhooks({ recado: open }: Session): Promise<Check[]> {
  const recado = open()
  const { data } = await recado.GET('/webhooks')
  if (data.data.length === 0)
    return [note('webhook', 'none; recado webhooks set <url> configures one')]
  const checks: Check[] = []
  for (const { connection_id: id, url, active } of data.data)
    checks.push(active ? await checkEndpoint(recado, id, url) : note('webhook', `${url} is paused`))
  return checks
}

async function checkEndpoint(recado: Recado, connection_id: string, url: string): Promise<Check> {
  const since = parseTime('1d')
  const total = async (status: 'delivered' | 'failed' | 'dead') => {
    const query = { connection_id, status, since, limit: 1 }
    const { data: page } = await recado.GET('/webhooks/deliveries', { params: { query } })
    return page.pagination.total
  }
  const [failed, dead] = [await total('failed'), await total('dead')]
  const delivered = await total('delivered')
  const says = `${url}: ${delivered} delivered, ${failed} failed, ${dead} dead in the last 24 hours`
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

/** Whether the read models keep up with the log; needs the operator's token. */
export async function checkReads(session: Session): Promise<Check> {
  if (session.profile.operatorToken === null)
    return note('reads', 'set RECADO_OPERATOR_TOKEN to see how far reads are behind')
  try {
    for (let check = 1; ; check++) {
      const { data } = await operatorCall<Status>(session, 'GET', '/status')
      const { failing, read_models: reads } = data
      if (failing.length === 0)
        return ok('reads', `${reads.lag_events ?? 'an unknown number of'} facts behind`)
      const says = failing.map(({ what, why }) => `${what}: ${why}`).join('; ')
      if (check === MAX_STATUS_CHECKS) return fail('reads', says)
      await sleep(1_000)
    }
  } catch (error) {
    if (!(error instanceof RecadoError)) throw error
    return note('reads', `the operator's status: ${error.message}`)
  }
}
