import {
  newestOutbound,
  type OutboundSelection,
} from '@recado/application/read-models/outbound-events'
import { EventPage } from '@recado/contract/event-page'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { EVENT_STREAM } from '@recado/infra/http/event-stream'
import type { Run } from '@recado/infra/postgres/run'
import type { ServedDeps } from '../deps.ts'
import { type Pieces, queryRoute, type Raw } from '../routing/query-route.ts'
import { cursorAt, logIdOf } from './cursor.ts'
import { pageExample, streamExample } from './event-examples.ts'
import { EventQuery, selectionOf } from './event-query.ts'
import { followEvents, wantsStream } from './follow-events.ts'
import { readEvents, withTexts } from './read-events.ts'

const DESCRIPTION = `Extension. The events that webhooks receive, also where none is configured, in the order of the log. Each is byte for byte what is POSTed, except that \`sequence\` is null: it numbers the deliveries to one webhook.

Call again with \`after\` set to \`next_cursor\`, at once while \`has_more\` is true. A cursor is opaque and never expires.

With the header \`Accept: text/event-stream\` the answer is an endless stream: \`data\` is the event, \`id\` the cursor after it. The stream begins after \`Last-Event-ID\` or \`after\`, else with \`since\`, else with the next event. A comment after 15 s of silence shows that the stream lives. Each \`id\` is a cursor, and each cursor an \`id\`.`

const paged = queryRoute({
  operationId: 'listEvents',
  url: '/events',
  summary: 'List or follow the events that webhooks receive',
  description: DESCRIPTION,
  query: EventQuery,
  headers: {
    'Last-Event-ID': {
      description: 'For a stream: the id of the last event seen. Takes precedence over after.',
      maxLength: 64,
    },
  },
  reply: EventPage,
  replyExamples: { 200: pageExample },
  answer: async ({ account, query }, run, deps) => {
    const after = query.after === undefined ? -1 : logIdOf(query.after, 'after')
    const selection = selectionOf(query, account.id, deps)
    return pageOf({ ...selection, after, limit: query.limit }, run)
  },
})

/** GET /events: outbound events, oldest first, as pages or as an endless stream. */
export const listEvents: ApiRoute<ServedDeps> = {
  ...paged,
  otherTypes: { 200: { [EVENT_STREAM]: streamExample } },
  handle: (input, deps) =>
    wantsStream(input.request) ? followEvents(input, deps) : paged.handle(input, deps),
}

async function pageOf(selection: OutboundSelection, run: Run): Promise<Raw | Pieces> {
  const place = await placeOfEmpty(selection, run)
  const found = await readEvents({ ...selection, limit: selection.limit + 1 }, run)
  const shown = found.slice(0, selection.limit)
  const last = shown.at(-1)?.log_id ?? place
  const end = `],"next_cursor":"${cursorAt(last)}","has_more":${found.length > shown.length}}`
  const texts = shown.flatMap(({ text }) => text ?? [])
  if (texts.length === shown.length) return { raw: `{"data":[${texts.join(',')}${end}` }
  return { pieces: (ofPool) => inPieces(withTexts(shown, ofPool), end) }
}

/**
 * The place of a page without events. With `since` it is the newest event, so that the next page does not return events
 * that `since` has excluded. It is read before the page, because later it could skip an event added in between.
 */
async function placeOfEmpty(selection: OutboundSelection, run: Run): Promise<number> {
  if (selection.since === undefined) return selection.after
  const [newest] = await run<{ log_id: number }>(newestOutbound(selection))
  return Math.max(selection.after, newest?.log_id ?? -1)
}

async function* inPieces(events: AsyncIterable<{ text: string }>, end: string) {
  let before = '{"data":['
  for await (const { text } of events) {
    yield before + text
    before = ','
  }
  yield before === ',' ? end : before + end
}
