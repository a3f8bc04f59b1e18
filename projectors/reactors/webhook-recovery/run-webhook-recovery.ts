import { chainOf } from '@recado/application/commands/command-context'
import { runOn } from '@recado/infra/postgres/run'
import type { Leadership } from '../../runtime/leader-election.ts'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import { waitForHead, waitForReadModels } from '../../runtime/wait-for-read-models.ts'
import { byAccount } from './by-account.ts'
import { contextOf, type TurnDeps, takeTurn } from './take-turn.ts'
import { type RunningRecovery, runningRecoveries } from './undelivered.ts'

export type WebhookRecoveryOptions = ReactorOptions & TurnDeps

const ROUND_MS = 500

/** Runs requested recoveries of deliveries. No checkpoint: the read models show their progress, the log what is done. */
export function runWebhookRecovery(options: WebhookRecoveryOptions): Promise<void> {
  return runReactor(options, {
    role: 'webhook-recovery',
    failure: 'the recovery of webhook deliveries failed and starts again',
    work: inRounds(ROUND_MS, 0, async (leadership) => {
      await waitForHead(leadership, options.store)
      const known: Known = { resting: new Set(), turns: new Map(), last: 0 }
      return async () => {
        while (await giveTurns(options, leadership, known));
      }
    }),
  })
}

type Known = {
  /** Recoveries that wait for their paused webhook; they cost nothing until it is active again. */
  readonly resting: Set<string>
  readonly turns: Map<string, number>
  last: number
}

/** One turn of every account, so that no account delays others. @returns whether any recovery advanced */
async function giveTurns(
  options: WebhookRecoveryOptions,
  leadership: Leadership,
  known: Known,
): Promise<boolean> {
  const running = await runningRecoveries(runOn(leadership.client))
  forgetOthers(known, running)
  let furthest: bigint | null = null
  for (const own of byAccount(running, known.turns))
    furthest = (await giveTurn(options, leadership, known, own)) ?? furthest
  if (furthest === null || leadership.signal.aborted) return false
  await waitForReadModels(leadership, furthest)
  return !leadership.signal.aborted
}

/** Advances the first recovery of an account that can. @returns the log position after it; null when none can */
async function giveTurn(
  options: WebhookRecoveryOptions,
  leadership: Leadership,
  known: Known,
  recoveries: readonly RunningRecovery[],
): Promise<bigint | null> {
  const { resting, turns } = known
  for (const recovery of recoveries) {
    const { id, active } = recovery
    if (leadership.signal.aborted) return null
    if (active) resting.delete(id)
    if (resting.has(id)) continue
    known.last += 1
    turns.set(id, known.last)
    const turn = await turnOf(options, leadership, recovery)
    if (turn === 'waits' && !active) resting.add(id)
    if (typeof turn === 'bigint') return turn
  }
  return null
}

function forgetOthers({ resting, turns }: Known, running: readonly RunningRecovery[]): void {
  const ids = new Set(running.map(({ id }) => id))
  for (const known of [resting, turns])
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
}

/** A recovery that fails is retried in the next round and does not delay the others. */
async function turnOf(
  options: WebhookRecoveryOptions,
  { client }: Leadership,
  recovery: RunningRecovery,
): Promise<bigint | 'waits' | null> {
  try {
    return await takeTurn(options, recovery, runOn(client))
  } catch (err) {
    const { id, connection_id } = recovery
    const chain = chainOf(contextOf(options, recovery))
    options.log.warn(
      { err, ...chain, recovery_id: id, connection_id },
      'a recovery of deliveries failed; it will be retried',
    )
    return null
  }
}
