import type { RunningRecovery } from './undelivered.ts'

/**
 * Groups recoveries by account, because each account has one turn however many connections it recovers. Within an
 * account the recovery whose last turn is longest ago comes first.
 * @param turns number of the last turn of each recovery, by id; numbers grow with every turn
 */
export function byAccount<R extends Pick<RunningRecovery, 'id' | 'account_id'>>(
  recoveries: readonly R[],
  turns: ReadonlyMap<string, number>,
): readonly (readonly R[])[] {
  const accounts = new Map<string, R[]>()
  for (const recovery of recoveries)
    accounts.set(recovery.account_id, [...(accounts.get(recovery.account_id) ?? []), recovery])
  const turnOf = ({ id }: R) => turns.get(id) ?? 0
  return [...accounts.values()].map((own) => own.sort((a, b) => turnOf(a) - turnOf(b)))
}
