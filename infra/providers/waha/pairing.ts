import { sharedSlots } from '../../concurrency/shared-slots.ts'
import type { ConnectionEntry } from '../../registry-entries.ts'
import { answerJson } from '../answer-json.ts'
import type { Answer, CallResult } from '../call-result.ts'
import { causeText } from '../cause-text.ts'
import type { PairingAction, PairingCalls } from '../pairing-calls.ts'
import type { NotOk, ProviderResult } from '../provider-result.ts'
import { sharedReads } from '../shared-reads.ts'
import { readPairing, sessionStatus } from './read-pairing.ts'
import type { WahaClient } from './waha-client.ts'

const PATHS: Readonly<Record<PairingAction, string>> = {
  start: 'start',
  restart: 'restart',
  log_out: 'logout',
}
const LINKING_CODE = /^([A-Z0-9]{4})-?([A-Z0-9]{4})$/i

/** Numbers whose codes one account reads at once, and its actions at once; each waits for the gateway. */
const MAX_PER_ACCOUNT = 4
/** Actions at one gateway at once: fewer than its client has connections, so that some are left for reads. */
const MAX_ACTIONS = 12
const MAX_WAIT_MS = 5_000
const BUSY = new Error('Too many actions of the account wait for the gateway')

/** Errors use our own words: an answer may repeat a code. @param ensure creates the session, or configures it again */
export function wahaPairing(
  client: Pick<WahaClient, 'of'>,
  ensure: (connection: ConnectionEntry) => Promise<void>,
): PairingCalls {
  const reads = sharedReads(MAX_PER_ACCOUNT, (connection) =>
    readPairing(client.of(connection), connection.session ?? ''),
  )
  const slots = sharedSlots({
    limit: MAX_ACTIONS,
    ofOwner: MAX_PER_ACCOUNT,
    waitMs: MAX_WAIT_MS,
    late: () => BUSY,
  })
  const inTurn = <Value>({ account_id }: ConnectionEntry, work: () => Promise<Value | NotOk>) =>
    slots.run(account_id, work).catch((error: unknown) => {
      if (error === BUSY) return noAnswer(BUSY.message)
      throw error
    })
  return {
    read: async (connection) =>
      (await reads(connection)) ?? { session_status: null, qr: null, reason: 'busy' },
    act: (connection, action) =>
      inTurn(connection, async () => {
        const done = await client
          .of(connection)
          .call('POST', `${sessionPath(connection)}/${PATHS[action]}`, {})
        // WAHA answers 422 to the start of a running session.
        if (isOk(done) || (action === 'start' && statusOf(done) === 422)) return ok(null)
        if (statusOf(done) !== 404 || action === 'log_out') return notOk(done)
        return ensureSession(ensure, connection)
      }),
    requestCode: (connection, phone) =>
      inTurn(connection, async () => {
        const path = `/api/${encodeURIComponent(connection.session ?? '')}/auth/request-code`
        const asked = await client.of(connection).call('POST', path, { phoneNumber: phone })
        return asked.kind === 'answered' && isOk(asked) ? codeIn(asked.answer) : notOk(asked)
      }),
  }
}

function codeIn({ body }: Answer): ProviderResult<string> {
  const { code } = answerJson(body)
  const [, first, second] = (typeof code === 'string' && LINKING_CODE.exec(code)) || []
  if (first === undefined || second === undefined) return noAnswer('The gateway returned no code')
  return ok(`${first}-${second}`.toUpperCase())
}

async function ensureSession(
  ensure: (connection: ConnectionEntry) => Promise<void>,
  connection: ConnectionEntry,
): Promise<ProviderResult<null>> {
  try {
    await ensure(connection)
    return ok(null)
  } catch (error) {
    return noAnswer('The gateway could not create the session', (error as Error).message)
  }
}

function sessionPath({ session }: ConnectionEntry): string {
  return `/api/sessions/${encodeURIComponent(session ?? '')}`
}

function statusOf(result: CallResult): number | null {
  return result.kind === 'answered' ? result.answer.status : null
}

function isOk(result: CallResult): boolean {
  return (statusOf(result) ?? 500) < 300
}

function ok<Value>(value: Value): ProviderResult<Value> {
  return { kind: 'ok', value }
}

export function noAnswer(title: string, details: string | null = null): NotOk {
  return { kind: 'failed', error: { code: 'no_answer', class: 'retry', title, details } }
}

/** What a call without success says, in our own words: an answer may repeat a code. */
export function notOk(result: CallResult): NotOk {
  if (result.kind === 'answered') return refusal(result.answer)
  const title =
    result.kind === 'not_sent' ? 'The gateway was not reached' : 'The gateway gave no answer'
  return noAnswer(title, causeText(result.cause))
}

function refusal({ status, body }: Answer): NotOk {
  const session = sessionStatus(answerJson(body))
  const error = {
    code: `http_${status}`,
    title: `The gateway answered ${status}`,
    details: session === null ? null : `the session is ${session}`,
  }
  if (status === 401 || status === 403)
    return { kind: 'failed', error: { ...error, class: 'auth' } }
  if (status === 429 || status >= 500)
    return { kind: 'failed', error: { ...error, class: 'retry' } }
  return { kind: 'refused', error: { ...error, class: 'invalid' } }
}
