import { auditRawEvent, type RawEventAudit } from '@recado/application/audit/audit-raw-event'
import { exactDocument, payloadOf } from '@recado/application/facts/exact-document'
import { knownData } from '@recado/application/facts/known-data'
import { shorten } from '@recado/application/facts/shorten'
import type { RawEvent } from '@recado/application/intake/raw-event'
import { Translation } from '@recado/contract/dashboard/translation'
import { LogIdText } from '@recado/contract/ids'
import { eventAt } from '@recado/infra/event-store/event-at'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { inTurn } from '../../routing/in-turn.ts'
import { queryRoute } from '../../routing/query-route.ts'

type Row = { readonly id: string; readonly position: number }

/** Bounds of what is shown without `whole=true`; a POST may have 3 MB. */
const SHOWN = { text: 4_000, items: 100, body: 20_000, facts: 200 }

/** GET /raw-events/{id}/translation: today's translation of the bytes beside the recorded facts. */
export const getTranslation = inTurn(
  queryRoute({
    operationId: 'translateRawEvent',
    url: '/raw-events/:id/translation',
    readsLog: true,
    summary: 'Compare a raw event with what was recorded of it',
    params: z.object({ id: LogIdText.describe('The raw event, as in GET /webhook-events.') }),
    query: z.object({
      whole: z.enum(['true', 'false']).optional().describe('true: show every text in full.'),
    }),
    reply: z.object({ data: Translation }),
    answer: async (input, run, deps) => {
      const { account, params, query } = input
      const { id } = params
      const store = deps.logOf(input)
      const [row] = await run<Row>(sql`
      select id, position from raw_events where log_id = ${id} and ${belongsTo(account.id)}`)
      if (row === undefined) return null
      const event = await eventAt(store, BigInt(row.position))
      if (event?.id !== row.id) return null
      const audit = await auditRawEvent({ ...deps, store }, event as RawEvent)
      return { raw: exactDocument({ data: showTranslation(id, audit, query.whole === 'true') }) }
    },
  }),
)

function showTranslation(id: number, audit: RawEventAudit, isWhole: boolean): Translation {
  const { data } = audit.raw
  const body = audit.bytes?.text ?? null
  let isCut = audit.isCut
  const cut = <T>(value: T, most: number): T => {
    if (isWhole) return value
    const short = shorten(value, { text: most, items: SHOWN.items, mark: '…' })
    isCut ||= short.isCut
    return short.value as T
  }
  const shownFacts = audit.recorded.slice(0, isWhole ? undefined : SHOWN.facts)
  isCut ||= shownFacts.length < audit.recorded.length
  return {
    raw: {
      ...{ id, event_id: audit.raw.id, source: data.source, event: data.event },
      connection_id: data.connection_id ?? '',
      received_at: data.received_at,
      payload: cut(payloadOf(audit.raw), SHOWN.text),
      body: cut(body, SHOWN.body),
      body_sha256: data.body_sha256,
      body_length: body?.length ?? null,
    },
    signature_valid: audit.isSigned,
    signature_reason: audit.reason,
    translation_version: audit.version,
    intents: cut(audit.tasks.map(asIntent), SHOWN.text),
    recorded: shownFacts.map((fact) => cut(asFact(fact), SHOWN.text)),
    differences: audit.differences.map(({ verdict, what, intent, event_id, detail }) => ({
      ...{ verdict, what, intent, event_id, detail },
    })),
    is_cut: isCut,
  }
}

function asIntent({ cause, intent: { kind, ...data } }: RawEventAudit['tasks'][number]) {
  return { index: cause.index, kind, data: data as Record<string, unknown> }
}

function asFact({ id, metadata, ...fact }: RawEventAudit['recorded'][number]) {
  const { type, stream, intent } = fact
  return {
    ...{ event_id: id, type, stream, intent },
    position: String(fact.position),
    recorded_at: metadata.recorded_at,
    translation_version: metadata.translation_version ?? 0,
    data: knownData(fact) as Record<string, unknown>,
  }
}
