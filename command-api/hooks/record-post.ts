import type { Admit } from '@recado/infra/concurrency/admission-queue'
import type { Tenant } from '@recado/infra/concurrency/tenant-shares'
import { DEADLINES } from '@recado/infra/deadlines'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { Journal } from '@recado/infra/event-store/event-store'
import type { FastifyRequest } from 'fastify'
import { journalPost, type ReceivedPost } from './journal-post.ts'
import type { Brought } from './keep-to-rate.ts'
import type { RawQuota } from './raw-quota.ts'
import type { RawRecord } from './raw-records.ts'
import { type IsLate, retryLater } from './retry-later.ts'

export type Recorder = {
  readonly journal: Journal
  readonly quota: RawQuota
  readonly admit: Admit
}

/** A POST that is parsed, verified and paid for. */
export type Paid = {
  readonly post: ReceivedPost
  /** In whose share of the places it waits for the log. */
  readonly payer: Tenant
  /** What it brings, by account or other owner. */
  readonly bytes: Brought
  /** The owner of records of no connection. */
  readonly rest: string
}

/**
 * Journals a POST in its turn, without the changes of those who have reached their quota of raw bytes.
 * @throws HttpProblem 503 when it was not recorded, or not all of it: the sender repeats it
 */
export async function recordPost(
  recorder: Recorder,
  paid: Paid,
  { log }: Pick<FastifyRequest, 'log'>,
  isLate: IsLate,
): Promise<void> {
  let refused: readonly string[] = []
  const { payer: owner, post } = paid
  const asked = { owner, bytes: Buffer.byteLength(post.body), ms: DEADLINES.hook }
  const failure = await recorder.admit(asked, async () => {
    refused = await journalWithinQuota(recorder, paid, isLate)
  })
  if (failure !== null) {
    log.warn({ err: failure }, 'a POST of the provider was not journalled; the provider repeats it')
    throw retryLater('the log cannot be written now')
  }
  if (refused.length === 0) return
  const message = 'an account has brought all raw bytes of its day (RAW_BYTES_PER_DAY)'
  throw retryLater(message, recorder.quota.renewedIn())
}

/** @returns whose changes are not recorded */
async function journalWithinQuota(
  { journal, quota }: Recorder,
  { post, bytes, rest }: Paid,
  isLate: IsLate,
): Promise<readonly string[]> {
  const { refused, isWhole, giveBack } = quota.take(bytes)
  if (isWhole) return [...refused]
  const watched = watchingAppends(journal)
  try {
    const part = refused.size === 0 ? post : withoutRefused(post, refused, rest)
    await journalPost(watched.journal, part, isLate)
  } finally {
    if (watched.addedNothing()) giveBack()
  }
  return [...refused]
}

/** The names of the others' records are those of the whole POST, which the sender repeats. */
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

/** The latest position that this process knows of: what is appended from now on stands behind it. */
let latest = -1n

/** Tells whether appends have added something: the log answers a repeat with the position of the first time. */
function watchingAppends(journal: Journal) {
  let isNew = false
  const watched: Journal = {
    async record(...given) {
      const before = latest
      try {
        const appended = await journal.record(...given)
        isNew ||= appended.position > before
        if (appended.position > latest) latest = appended.position
        return appended
      } catch (error) {
        isNew ||= !(error instanceof StoreUnavailable) || error.outcomeUnknown
        throw error
      }
    },
  }
  return { journal: watched, addedNothing: () => !isNew }
}
