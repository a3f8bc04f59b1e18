import { unmergePeople } from '@recado/application/contacts/unmerge-people'
import type { RawEvent } from '@recado/application/intake/raw-event'
import { freshRecorder } from '../../../projectors/intake/recorder-kit.ts'
import { graphPost, rawEvent, rawOf, textMessage } from '../../../translation/graph-post.ts'
import { wahaEvent, wahaMessage } from '../../../translation/waha-event.ts'
import { contactsOf } from '../people-in-the-log.ts'
import type { ScheduledStore } from '../scheduled-store.ts'
import { type BusinessNumber, formOf, NUMBERS, type Report, type Shown } from './histories.ts'

const EPOCH = 1_767_182_400
const ACCOUNT = '00000000-0000-4000-8000-0000000000aa'

/** The connection of a number. */
export const connectionOf = (on: BusinessNumber) =>
  `00000000-0000-4000-8000-00000000000${NUMBERS.indexOf(on)}`

/** The processes that record what the providers report of a business's numbers. */
export function corpusWorld({ store, log, next }: ScheduledStore) {
  let last = 0
  const newId = () => `00000000-0000-4000-9000-${String(++last).padStart(12, '0')}`
  let ms = Date.parse('2026-01-01T00:00:06.000Z')
  const now = () => new Date(++ms)
  const raws: RawEvent[] = []
  const recorders = [freshRecorder(store, { now }), freshRecorder(store, { now })] as const
  /** Records posts at once, by one process or two. */
  const hear = async (posts: readonly (readonly Report[])[], isTwice = false) => {
    const heard = posts.flatMap((reports) => (reports.length === 0 ? [] : rawOfPost(reports)))
    raws.push(...heard)
    const [first, ...others] = recorders
    await Promise.all([first, ...(isTwice ? others : [])].map(({ record }) => record(...heard)))
  }
  const rawOfPost = (reports: readonly Report[]): RawEvent => {
    const on = reports[0]?.on ?? 'first'
    const raw = rawEvent(rawData(reports), ACCOUNT, { id: newId(), position: next() })
    const connection_id = connectionOf(on)
    const stream = `providerEvent-${connection_id}.20260101`
    return { ...raw, stream, data: { ...raw.data, connection_id } }
  }
  /** Records all posts again, by a process that has just started. */
  const replay = () => freshRecorder(store, { now }).record(...raws)
  /** The operator separates the nth merged contact, if there is one. */
  const unmerge = async (n: number) => {
    const merged = [...contactsOf({ log }).values()].filter((one) => one.merged_into !== null)
    const one = merged[n % Math.max(1, merged.length)]
    if (one === undefined) return null
    const { contact_id } = one
    const context = {
      account_id: ACCOUNT,
      actor: { type: 'operator' as const, id: 'test' },
      ...{ correlation_id: ACCOUNT, causation_id: ACCOUNT, request_id: null, now, newId },
    }
    await unmergePeople(recorders[1].recorder, { account_id: ACCOUNT, contact_id }, context)
    return contact_id
  }
  return {
    account_id: ACCOUNT,
    store,
    log,
    raws,
    parked: () => recorders.flatMap((one) => one.parked),
    hear,
    replay,
    unmerge,
  }
}

export type CorpusWorld = ReturnType<typeof corpusWorld>

function rawData(reports: readonly Report[]) {
  const [first] = reports
  if (first === undefined) throw new Error('a post has a report')
  if (first.on === 'gateway') return { ...rawOf(bodyOf(reports)), source: 'freemium' as const }
  return rawOf(bodyOf(reports), formOf(first))
}

/** The body with which the provider posts reports of one number. @param epoch the second of a report's second 0 */
export function bodyOf(reports: readonly Report[], epoch = EPOCH): object {
  const timed = reports.map((one) => ({ ...one, second: epoch + one.second }))
  const [first] = timed
  if (first?.on === 'gateway' && first.kind === 'message') return gatewayEvent(first)
  return first !== undefined && formOf(first) === 'user_id_update'
    ? graphPost({ user_id_update: timed.flatMap(updateOf) }, 'user_id_update')
    : graphPost(messagesOf(timed))
}

function messagesOf(reports: readonly Report[]) {
  const named = reports.flatMap((one) =>
    one.kind === 'message' && one.shown.username !== undefined ? [one.shown] : [],
  )
  const contacts = named.map(({ username, phone, user_id }) => {
    return { profile: { username }, wa_id: phone, user_id }
  })
  return { ...(contacts.length > 0 && { contacts }), messages: reports.map(messageOf) }
}

const sender = ({ phone, user_id }: Shown) => ({ from: phone, from_user_id: user_id })

function messageOf(report: Report) {
  const timestamp = String(report.second)
  if (report.kind === 'change') {
    const { phone: wa_id, user_id } = report.after
    const system = { type: 'user_changed_number', wa_id, user_id }
    const id = `wamid.change.${report.who}.${report.second}`
    return textMessage(id, '', { ...sender(report.before), timestamp, type: 'system', system })
  }
  const more = { ...sender(report.shown), timestamp }
  const id = `wamid.${report.id}`
  if (report.kind === 'message') return textMessage(id, 'Oi', more)
  const card = {
    origin: 'contact_request',
    phones: [{ phone: `+${report.given}`, wa_id: report.given }],
  }
  return textMessage(id, '', { ...more, type: 'contacts', text: undefined, contacts: [card] })
}

function updateOf(report: Report) {
  if (report.kind !== 'change') return []
  const { before, after, second } = report
  const user_id = { previous: before.user_id, current: after.user_id }
  return [{ wa_id: after.phone, user_id, timestamp: String(second) }]
}

function gatewayEvent({ id, shown: { phone, lid }, second }: Report & { kind: 'message' }) {
  const chat = phone === undefined ? `${lid}@lid` : `${phone}@c.us`
  const other = phone !== undefined && lid !== undefined ? `${lid}@lid` : undefined
  const _data = other === undefined ? {} : { key: { senderLid: other } }
  const message = wahaMessage('Oi', {
    ...{ id: `false_${chat}_${id}`, from: chat, timestamp: second, _data },
  })
  return wahaEvent('message.any', message, { timestamp: second * 1_000 })
}
