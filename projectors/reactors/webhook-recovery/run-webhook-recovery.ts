import { runOn } from '@recado/infra/postgres/run'
import type { Leadership } from '../../runtime/leader-election.ts'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import { waitForHead, waitForReadModels } from '../../runtime/wait-for-read-models.ts'
import { type TurnDeps, takeTurn } from './take-turn.ts'
import { type RunningRecovery, runningRecoveries } from './undelivered.ts'

export type WebhookRecoveryOptions = ReactorOptions & TurnDeps

const ROUND_MS = 500

/**
 * Delivers what webhooks never took, where somebody asked for it. It keeps no checkpoint: the read models tell how far each
 * recovery is, and the log what is done. Runs until the signal aborts.
 */
export function runWebhookRecovery(options: WebhookRecoveryOptions): Promise<void> {
  return runReactor(options, {
    role: 'webhook-recovery',
    failure: 'the recovery of webhooks ended its leadership and starts again',
    work: inRounds(ROUND_MS, 0, async (leadership) => {
      await waitForHead(leadership, options.store)
      return async () => {
        while (await turnOfEach(options, leadership));
      }
    }),
  })
}

/** One turn of every recovery, so that a long one holds up no other. @returns whether any went further */
async function turnOfEach(
  options: WebhookRecoveryOptions,
  leadership: Leadership,
): Promise<boolean> {
  const run = runOn(leadership.client)
  let furthest: bigint | null = null
  for (const recovery of await runningRecoveries(run)) {
    if (leadership.signal.aborted) return false
    const position = await turnOf(options, leadership, recovery)
    if (position !== null) furthest = position
  }
  if (furthest === null) return false
  await waitForReadModels(leadership, furthest)
  return !leadership.signal.aborted
}

/** What fails of one recovery is tried again in the next round, and holds up no other. */
async function turnOf(
  options: WebhookRecoveryOptions,
  { client }: Leadership,
  recovery: RunningRecovery,
): Promise<bigint | null> {
  try {
    return await takeTurn(options, recovery, runOn(client))
  } catch (err) {
    const { id, connection_id } = recovery
    options.log.warn({ err, recovery_id: id, connection_id }, 'a recovery could not go on')
    return null
  }
}
