import { execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { isSilent } from '@recado/application/gateways/is-silent'
import type { Registry } from '@recado/application/registry/registry'
import { changeGatewayStatus } from '@recado/domain/gateway/change-gateway-status'
import { FIRST_GATEWAY } from '@recado/domain/gateway/events'
import { gateway } from '@recado/domain/gateway/gateway'
import { type GatewayCalls, type Silence, serverOf } from '@recado/infra/providers/gateway-calls'
import type { ReactorLog } from '../../runtime/run-reactor.ts'
import type { Tasks } from '../../runtime/tasks.ts'
import type { CheckDeps } from './check-number.ts'

export type WatchDeps = CheckDeps & {
  readonly registry: Pick<Registry, 'gateway'>
  readonly log: ReactorLog
}

/** The time between two probes of a gateway, and until one that was not answered is repeated. */
const PROBE_MS = 15_000
const REPEAT_MS = 5_000
/** One lost answer does not disconnect a gateway's numbers. */
const FAILURES = 2

type Probed = { readonly at: number; readonly failures: number }

/**
 * Probes each gateway, one call for all its numbers, and records when it stops answering and when it answers again.
 * @param mostMs between two probes, at most
 * @returns starts the probes that are due
 */
export function watchGateways(deps: WatchDeps, mostMs: number): (tasks: Tasks) => void {
  const probed = new Map<string, Probed>()
  return (tasks) => {
    for (const { type, gateways } of deps.providers.values())
      for (const id of gateways?.ids() ?? []) {
        const task = `probe ${serverOf({ type, gateway_id: id })}`
        const last = probed.get(task)
        const isDue = last === undefined || last.at + pauseMs(last, mostMs) <= performance.now()
        if (gateways === undefined || tasks.has(task) || !isDue) continue
        tasks.start(task, probe(deps, gateways, id, { task, probed }))
      }
  }
}

function pauseMs({ failures }: Probed, mostMs: number): number {
  const isDoubtful = failures > 0 && failures < FAILURES
  return Math.min(isDoubtful ? REPEAT_MS : PROBE_MS, mostMs)
}

async function probe(
  deps: WatchDeps,
  gateways: GatewayCalls,
  id: string | null,
  { task, probed }: { readonly task: string; readonly probed: Map<string, Probed> },
): Promise<void> {
  try {
    const silence = await gateways.probe(id)
    const failures = silence === null ? 0 : (probed.get(task)?.failures ?? 0) + 1
    probed.set(task, { at: performance.now(), failures })
    if (failures === 0 || failures >= FAILURES) await recordStatus(deps, id, silence)
  } catch (err) {
    probed.set(task, { at: performance.now(), failures: probed.get(task)?.failures ?? 0 })
    deps.log.warn({ err }, 'the probe of a gateway failed; it will be repeated')
  }
}

async function recordStatus(deps: WatchDeps, gateway_id: string | null, silence: Silence | null) {
  const status = silence === null ? 'answering' : 'silent'
  if (isSilent(deps.registry, gateway_id) === (status === 'silent')) return
  const context = systemContext(deps, { part: 'numbers', account_id: null })
  const command = { gateway_id, status, reason: silence, at: context.now().toISOString() } as const
  const id = gateway_id ?? FIRST_GATEWAY
  await execute(deps, { aggregate: gateway, id, decide: changeGatewayStatus, command, context })
}
