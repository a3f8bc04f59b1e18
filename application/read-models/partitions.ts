// The read models may be kept by several runners, each for the accounts of one partition. A partition has a row of
// `checkpoint`. See docs/adr/0101.

/** A share of the accounts. */
export type Partition = { readonly index: number; readonly count: number }

export const WHOLE: Partition = { index: 0, count: 1 }

/** A number of an account, which decides its partition. Ids of accounts are random. */
export function bucketOf(accountId: string | null): number {
  const bucket = Number.parseInt(accountId?.slice(0, 8) ?? '', 16)
  return Number.isNaN(bucket) ? 0 : bucket
}

/** The partition of an account's facts and rows, from 0; that of facts which belong to no account is 0. */
export function partitionOf(accountId: string | null, count: number): number {
  return bucketOf(accountId) % count
}

/** Whether facts with this metadata are in a partition of several. */
export function isIn({ index, count }: Partition, of: { account_id: string | null }): boolean {
  return partitionOf(of.account_id, count) === index
}

/** SQL: the partition of an account. @param bucket SQL of its bucket, such as a parameter */
export function partitionSql(bucket: string): string {
  return `${bucket}::bigint % (select count(*) from checkpoint)`
}

/** SQL: how far the read models are as a whole: everything up to there is shown, of every account. */
export const LEAST_POSITION = 'select min(position) as position from checkpoint'
