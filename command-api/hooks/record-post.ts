import { admissionQueue } from '@recado/infra/concurrency/admission-queue'
import type { Tenant } from '@recado/infra/concurrency/tenant-shares'
import { DEADLINES } from '@recado/infra/deadlines'
import type { Journal } from '@recado/infra/event-store/event-store'
import type { FastifyRequest } from 'fastify'
import { type JournalDeps, journalPost, type ReceivedPost } from './journal-post.ts'
import type { AmountByPayer } from './limit-hook-rate.ts'
import type { RawQuota } from './raw-quota.ts'
import type { RawRecord } from './raw-records.ts'
import { type IsLate, retryLater } from './retry-later.ts'

/** A POST that is parsed, verified and paid for. */
export type Paid = {
  readonly post: ReceivedPost
  /** Whose share of the places it uses while it waits for the log. */
  readonly payer: Tenant
  /** Its bytes by owner. */
  readonly bytes: AmountByPayer
  /** The owner of records of no connection. */
  readonly rest: string
}

/**
 * Journals a POST in its turn, without the changes of those who have reached their quota of raw bytes.
 * @throws HttpProblem 503 when it was not recorded, or not all of it: the sender repeats it
 */
export type RecordPost = (
  paid: Paid,
  request: Pick<FastifyRequest, 'log'>,
  isLate: IsLate,
) => Promise<void>

type Recorder = JournalDeps & { readonly quota: RawQuota }

/** Opens the recorder of a hook. */
export function openPostRecorder({ journal, quota, personIds }: Recorder): RecordPost {
  const admit = admissionQueue()
  const watching = watchAppends(journal)
  return async (paid, { log }, isLate) => {
    let refused: readonly string[] = []
    const bytes = Buffer.byteLength(paid.post.body)
    const failure = await admit({ owner: paid.payer, bytes, ms: DEADLINES.hook }, async () => {
      refused = await journalWithinQuota({ ...watching(), personIds }, quota, paid, isLate)
    })
    if (failure !== null) {
      log.warn({ err: failure }, 'a provider’s POST was not journalled; the provider repeats it')
      throw retryLater('the log cannot be written now')
    }
    if (refused.length === 0) return
    const message = 'the quota of raw bytes is used up for today (RAW_BYTES_PER_DAY)'
    throw retryLater(message, quota.secondsToRenewal())
  }
}

/** @returns whose changes are not recorded */
async function journalWithinQuota(
  { journal, hasAddedNothing, personIds }: Watched & Pick<JournalDeps, 'personIds'>,
  quota: RawQuota,
  { post, bytes, rest }: Paid,
  isLate: IsLate,
): Promise<readonly string[]> {
  const { refused, isWhole, giveBack } = quota.take(bytes)
  if (isWhole) return [...refused]
  try {
    const part = refused.size === 0 ? post : withoutRefused(post, refused, rest)
    await journalPost({ journal, personIds }, part, isLate)
  } finally {
    if (hasAddedNothing()) giveBack()
  }
  return [...refused]
}

/**
 * The POST without records of refused owners. The other records keep their names, since the sender repeats the whole
 * POST.
 */
function withoutRefused(
  post: ReceivedPost,
  refused: ReadonlySet<string>,
  rest: string,
): ReceivedPost {
  function* records(): Generator<RawRecord> {
    for (const record of post.records)
      if (!refused.has(record.connection?.account_id ?? rest)) yield record
  }
  return { ...post, records: records(), isPart: true }
}

/** The journal for one POST. */
type Watched = { readonly journal: Journal; hasAddedNothing(): boolean }

/**
 * Watches whether the log has acknowledged anything new of a POST; it answers a repeat with the position of the first
 * time. What was never acknowledged is not counted: otherwise an outage would use up the quota of owners whose providers
 * repeat.
 */
function watchAppends(journal: Journal): () => Watched {
  /** Every later append has a higher position. */
  let latest = -1n
  return () => {
    let isNew = false
    const watched: Journal = {
      async record(...given) {
        const before = latest
        const appended = await journal.record(...given)
        isNew ||= appended.position > before
        if (appended.position > latest) latest = appended.position
        return appended
      },
    }
    return { journal: watched, hasAddedNothing: () => !isNew }
  }
}
