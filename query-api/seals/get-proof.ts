import { findKnownFact } from '@recado/application/seal/find-known-fact'
import { NO_PROOF, proveFact } from '@recado/application/seal/prove-fact'
import { Uuid } from '@recado/contract/ids'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { readLogBegun } from '@recado/infra/event-store/log-base'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import type { Run } from '@recado/infra/postgres/run'
import { z } from 'zod'
import type { LogReads } from '../log/log-reads.ts'
import { inTurn } from '../routing/in-turn.ts'
import { textRoute } from './text-route.ts'

const Query = z.object({
  position: z
    .string()
    .regex(/^\d{1,18}$/, 'must be a whole number')
    .optional()
    .describe(
      'The position of the fact in the log, as the export of a contact and traces say it. Events and raw events are found without.',
    ),
})

/** GET /log/proof/{event id}: the same file as `npm run proof` writes. */
const route = textRoute({
  operationId: 'getLogProof',
  url: '/log/proof/:event_id',
  summary: 'Get a proof that a fact is in the log',
  description:
    'Extension. A file of C2SP tlog-proof against the newest checkpoint, which `examples/verify-proof.mjs` or any program ' +
    'of that standard verifies. It has the stored fact, whose personal part is sealed, unless its person was erased. 404 ' +
    'for an unknown event, and for one that no checkpoint covers yet.',
  params: z.object({
    event_id: Uuid.describe('The id of an event, a raw event or another fact of the account.'),
  }),
  query: Query,
  type: 'text/plain',
  answer: async (input, run, deps) => {
    const log = deps.logOf(input)
    const fact = await factOf(log, run, input.params.event_id, input.query.position)
    if (fact?.metadata.account_id !== input.account.id) return notFound()
    const logBase = (await readLogBegun(log))?.log_base ?? 0
    const proof = await proveFact({ storedOf: deps.storedOf, run, logBase }, fact)
    if ('missing' in proof) return new HttpProblem(404, 'not_found', NO_PROOF[proof.missing])
    const headers = { 'cache-control': 'private, no-store' }
    return { status: 200, type: 'text/plain; charset=utf-8', body: proof.text, headers }
  },
})

async function factOf(
  log: LogReads,
  run: Run,
  id: string,
  position: string | undefined,
): Promise<RecordedEvent | null> {
  if (position === undefined) return findKnownFact(log, run, id)
  const fact = await eventAt(log, BigInt(position))
  return fact?.id === id ? fact : null
}

/** It follows the log for a moment, so accounts take turns. */
export const getProof = inTurn(route)
